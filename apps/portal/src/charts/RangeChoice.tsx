/** The ranges that people ask for most. Hours are those of the last day, the running one included; days are UTC days. */
import { useText } from "../text/Text.tsx"
import { Segments } from "../ui/Segments.tsx"

export const ranges = ["24h", "7d", "30d"] as const
export type Range = (typeof ranges)[number]

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis

const before = (millis: number): string => new Date(Date.now() - millis).toISOString()

/** The first hour or day of a range that ends now, as the usage filter takes it. */
export const startOfRange = (range: Range): string =>
  range === "24h"
    ? before(23 * hourMillis).slice(0, 13)
    : before((Number.parseInt(range, 10) - 1) * dayMillis).slice(0, 10)

interface RangeChoiceProps {
  /** Undefined when the range is none of these. */
  readonly range: Range | undefined
  readonly onRange: (range: Range) => void
}

export const RangeChoice = ({ range, onRange }: RangeChoiceProps) => {
  const t = useText()
  return (
    <Segments
      label={t("ui.range")}
      value={range ?? ""}
      options={ranges.map((value) => ({
        value,
        label: t(value === "24h" ? "ui.range.hours" : "ui.range.days", { n: Number.parseInt(value, 10) })
      }))}
      onChange={(value) => {
        const chosen = ranges.find((one) => one === value)
        if (chosen !== undefined) onRange(chosen)
      }}
    />
  )
}
