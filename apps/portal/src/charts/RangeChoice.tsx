/** The ranges that people ask for most: today, a week, 30 days. Today is the UTC day, as the days of the charts are. */
import { useText } from "../text/Text.tsx"
import { Segments } from "../ui/Segments.tsx"

export const ranges = [1, 7, 30] as const

const dayMillis = 86_400_000

/** The first day of a range that ends today. */
export const firstDayOf = (days: number): string =>
  new Date(Date.now() - (days - 1) * dayMillis).toISOString().slice(0, 10)

interface RangeChoiceProps {
  /** Undefined when the range is none of these. */
  readonly days: number | undefined
  readonly onDays: (days: number) => void
}

export const RangeChoice = ({ days, onDays }: RangeChoiceProps) => {
  const t = useText()
  return (
    <Segments
      label={t("ui.range")}
      value={String(days ?? "")}
      options={ranges.map((length) => ({
        value: String(length),
        label: length === 1 ? t("ui.range.today") : t("ui.range.days", { n: length })
      }))}
      onChange={(value) => onDays(Number(value))}
    />
  )
}
