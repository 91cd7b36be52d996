/** Deliveries as they happen. Pausing keeps the list still while more are counted. */
import type { LiveDelivery } from "@heddle/api/portal/Deliveries"
import { useEffect, useRef, useState } from "react"
import { Link } from "wouter"
import { useLiveFeed } from "../../rpc/LiveFeed.ts"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatDuration } from "../../text/Formats.ts"
import { type Translate, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Status } from "../../ui/Status.tsx"
import { deliveryLink, newEndpointLink } from "../Links.ts"
import styles from "./LiveFeed.module.css"
import { Reason } from "./Reason.tsx"

/** What a delivery was about, in a few words. */
const describe = ({ delivery, keyword }: LiveDelivery, t: Translate): string => {
  if (delivery.test) return t("overview.testEvent")
  return keyword ?? t("overview.trending")
}

const everyMillis = 5000

interface AnnouncementProps {
  readonly rows: ReadonlyArray<LiveDelivery>
  readonly paused: boolean
}

/** Says what is new to those who do not see it, at most once in 5 seconds. */
const Announcement = ({ rows, paused }: AnnouncementProps) => {
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

const Row = ({ row }: { readonly row: LiveDelivery }) => {
  const t = useText()
  const { delivery, host, caption, language } = row
  return (
    <li className={styles["row"]}>
      <Time at={delivery.startedAt} kind="clock" />
      <div className={styles["event"]}>
        <Link href={deliveryLink(delivery.id)} className={styles["rule"]}>
          {describe(row, t)}
        </Link>
        <span className={styles["answer"]}>
          <Status tone={delivery.outcome === "delivered" ? "ok" : "danger"}>
            {t(delivery.outcome === "delivered" ? "overview.delivered" : "overview.failed")}
          </Status>
          <span>
            {delivery.statusCode ?? (delivery.error !== null && <Reason error={delivery.error} />)}
            {delivery.durationMs !== null && ` · ${formatDuration(delivery.durationMs)}`}
          </span>
        </span>
        <span className={styles["host"]}>{host}</span>
        {caption !== null && (
          <span className={styles["caption"]} lang={language ?? undefined}>
            {caption}
          </span>
        )}
      </div>
    </li>
  )
}

/** The list as it was when somebody paused it. */
const useHeld = (rows: ReadonlyArray<LiveDelivery>) => {
  const [held, setHeld] = useState<ReadonlyArray<LiveDelivery>>()
  const shown = held ?? rows
  const known = new Set(held?.map(({ delivery }) => delivery.id))
  const waiting = held === undefined ? 0 : rows.filter(({ delivery }) => !known.has(delivery.id)).length
  return { shown, waiting, paused: held !== undefined, toggle: () => setHeld(held === undefined ? rows : undefined) }
}

export const LiveFeed = () => {
  const t = useText()
  const { rows, state } = useLiveFeed()
  const { shown, waiting, paused, toggle } = useHeld(rows)
  const { data } = usePortalQuery("webhooks.ListEndpoints")
  const hasNoEndpoint = data !== undefined && data.endpoints.length === 0
  return (
    <section className={styles["feed"]} aria-labelledby="live">
      <header className={styles["head"]}>
        <h2 id="live">{t("overview.live")}</h2>
        <Button aria-pressed={paused} onClick={toggle}>
          {paused ? t("overview.resume", { waiting }) : t("overview.pause")}
        </Button>
      </header>
      {state === "broken" && <Status tone="warn">{t("overview.reconnecting")}</Status>}
      <Announcement rows={rows} paused={paused} />
      {shown.length === 0 && state !== "live" ? (
        <Loading lines={8} />
      ) : shown.length === 0 ? (
        <Empty action={hasNoEndpoint && <LinkButton href={newEndpointLink}>{t("overview.addEndpoint")}</LinkButton>}>
          {t("overview.noEvents")}
        </Empty>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <ol className={styles["rows"]} tabIndex={0} aria-label={t("overview.live")}>
          {shown.map((row) => (
            <Row key={row.delivery.id} row={row} />
          ))}
        </ol>
      )}
    </section>
  )
}
