/** A moment, in the time of the reader. The title adds the zone and UTC. */
import { formatClock, formatDate, formatMinute, formatRelative, formatSecond, formatUtc, timeZone } from "./Formats.ts"
import { useNow } from "./Now.ts"
import { useText } from "./Text.tsx"

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
