/** A moment, in the time of the reader. The title adds the zone and UTC. */
import { useSyncExternalStore } from "react"
import { formatClock, formatDate, formatMinute, formatRelative, formatSecond, formatUtc } from "./Formats.ts"
import { useText } from "./Text.tsx"
import { timeZone } from "./TimeZone.ts"

const listeners = new Set<() => void>()
let now = new Date()

const tick = () => {
  now = new Date()
  for (const listener of listeners) listener()
}

let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, 15_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

const useNow = (): Date => useSyncExternalStore(subscribe, () => now)

export type TimeKind = "minute" | "second" | "clock" | "relative" | "date"

export interface TimeProps {
  /** RFC 3339; null is never. */
  readonly at: string | null
  readonly kind?: TimeKind
}

const formats = { minute: formatMinute, second: formatSecond, clock: formatClock, date: formatDate } as const

const titleOf = (at: Date): string => `${formatSecond(at)} ${timeZone()} · ${formatUtc(at)}`

const Relative = ({ at }: { readonly at: Date }) => {
  const now = useNow()
  return formatRelative(at, now)
}

export const Time = ({ at, kind = "minute" }: TimeProps) => {
  const t = useText()
  if (at === null) return <>{t("ui.time.never")}</>
  const instant = new Date(at)
  return (
    <time dateTime={at} title={titleOf(instant)}>
      {kind === "relative" ? <Relative at={instant} /> : formats[kind](instant)}
    </time>
  )
}
