/** Credits by UTC day, stacked by what spent them; the sentence names the total and the highest day. */
import type { UsageBy } from "@heddle/api/portal/Usage"
import type { ReactNode } from "react"
import { formatNumber, formatUtcDay } from "../text/Formats.ts"
import type { TextId } from "../text/TextId.ts"
import { useText } from "../text/Text.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Table } from "../ui/Table.tsx"
import { ChartFigure, maxRow } from "./ChartFigure.tsx"
import { DayBars } from "./DayBars.tsx"

export interface SpendingChartProps {
  readonly title: string
  readonly summary: {
    readonly series: ReadonlyArray<{ readonly name: string; readonly credits: number }>
    readonly days: ReadonlyArray<{ readonly day: string; readonly credits: ReadonlyArray<number> }>
    readonly credits: number
    readonly calls: number
  }
  /** What the bars are split by. */
  readonly by: UsageBy
  readonly onBy: (by: UsageBy) => void
  /** The filter of the range, beside the split. */
  readonly range: ReactNode
  /** When the account began: days before it are no days without spending. */
  readonly since: string | undefined
  /** What people call a source of the usage history. */
  readonly sourceName: (source: string) => string
}

const splits: ReadonlyArray<{ readonly value: UsageBy; readonly label: TextId }> = [
  { value: "source", label: "ui.spending.by.source" },
  { value: "apiType", label: "ui.spending.by.apiType" },
  { value: "via", label: "ui.spending.by.via" }
]

const known: Readonly<Record<string, TextId>> = {
  other: "ui.chart.other",
  mcp: "ui.via.mcp",
  rest: "ui.via.rest",
  webhook: "ui.via.webhook"
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** Without the empty days before the account; the day on which it began stays. */
export const daysSince = <Day extends { readonly day: string; readonly value: number }>(
  days: ReadonlyArray<Day>,
  since: string | undefined
): ReadonlyArray<Day> => {
  if (since === undefined) return days
  const first = days.findIndex(({ day, value }) => day >= since.slice(0, 10) || value !== 0)
  return first === -1 ? days : days.slice(first)
}

export const SpendingChart = ({ title, summary, by, onBy, range, since, sourceName }: SpendingChartProps) => {
  const t = useText()
  const nameOf = (name: string): string => {
    const id = known[name]
    if (id !== undefined) return t(id)
    return by === "source" ? sourceName(name) : name
  }
  const days = daysSince(
    summary.days.map(({ day, credits }) => ({ day, values: credits, value: sum(credits) })),
    since
  )
  const highest = maxRow(days)
  const series = summary.series.map(({ name, credits }) => ({ name: nameOf(name), figure: formatNumber(credits) }))
  const sentence =
    highest === undefined
      ? t("ui.spending.none", { days: days.length })
      : t("ui.spending.sentence", {
          credits: summary.credits,
          calls: summary.calls,
          days: days.length,
          peak: highest.value,
          day: formatUtcDay(highest.day)
        })
  return (
    <ChartFigure
      title={title}
      sentence={sentence}
      actions={
        <>
          {range}
          <Segments
            label={t("ui.spending.by")}
            value={by}
            options={splits.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(chosen) => {
              const split = splits.find(({ value }) => value === chosen)
              if (split !== undefined) onBy(split.value)
            }}
          />
        </>
      }
      table={
        <Table
          caption={title}
          columns={[
            { id: "day", header: t("ui.chart.day"), cell: ({ day }) => formatUtcDay(day) },
            { id: "total", header: t("ui.chart.total"), align: "end", cell: ({ value }) => formatNumber(value) },
            ...summary.series.map(({ name }, index) => ({
              id: name,
              header: nameOf(name),
              align: "end" as const,
              cell: ({ values }: (typeof days)[number]) => formatNumber(values[index] ?? 0)
            }))
          ]}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
        />
      }
    >
      <DayBars label={title} days={days} series={series} />
    </ChartFigure>
  )
}
