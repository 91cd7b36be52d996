/** Says what is new to those who do not see it, at most once in 5 seconds. */
import type { LiveDelivery } from "@heddle/api/portal/Deliveries"
import { useEffect, useRef, useState } from "react"
import { useText } from "../../text/Text.tsx"
import { describe } from "./LiveRow.ts"

const everyMillis = 5000

export interface AnnouncementProps {
  readonly rows: ReadonlyArray<LiveDelivery>
  readonly paused: boolean
}

export const Announcement = ({ rows, paused }: AnnouncementProps) => {
  const t = useText()
  const [sentence, setSentence] = useState("")
  const latest = useRef(rows)
  // What is there when the page opens is read like any other text.
  const announced = useRef(new Set<string>())
  const isFirst = useRef(true)
  useEffect(() => {
    latest.current = rows
  }, [rows])
  useEffect(() => {
    if (paused) return undefined
    const timer = setInterval(() => {
      const fresh = latest.current.filter(({ delivery }) => !announced.current.has(delivery.id))
      announced.current = new Set(latest.current.map(({ delivery }) => delivery.id))
      const [newest] = fresh
      if (newest !== undefined && !isFirst.current) {
        setSentence(
          t("overview.announce", {
            count: fresh.length,
            rule: describe(newest, t),
            outcome: t(newest.delivery.outcome === "delivered" ? "overview.delivered" : "overview.failed")
          })
        )
      }
      isFirst.current = false
    }, everyMillis)
    return () => clearInterval(timer)
  }, [paused, t])
  return (
    <p role="status" className="unseen">
      {sentence}
    </p>
  )
}
