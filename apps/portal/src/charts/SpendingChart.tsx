/** Credits by UTC day or hour, stacked by what spent them; the sentence names the total and the highest bar. */
import type { UsageBy } from "@heddle/api/portal/Usage"
import type { ReactNode } from "react"
import { apiTypeName } from "../text/ApiTypes.ts"
import { formatNumber, formatSpan } from "../text/Formats.ts"
import type { TextId } from "../text/TextId.ts"
import { useText } from "../text/Text.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Table } from "../ui/Table.tsx"
import { ChartFigure, maxRow } from "./ChartFigure.tsx"
import { SpanBars } from "./SpanBars.tsx"

export interface SpendingChartProps {
  readonly summary: {
    readonly series: ReadonlyArray<{ readonly name: string; readonly credits: number }>
    readonly spans: ReadonlyArray<{ readonly at: string; readonly credits: ReadonlyArray<number> }>
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

const daily = {
  title: "ui.spending.byDay",
  none: "ui.spending.none",
  sentence: "ui.spending.sentence",
  header: "ui.chart.day"
} as const
const hourly = {
  title: "ui.spending.byHour",
  none: "ui.spending.none.hours",
  sentence: "ui.spending.sentence.hours",
  header: "ui.chart.hour"
} as const

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** Without the empty days or hours before the account; that in which it began stays. */
export const barsSince = <Bar extends { readonly at: string; readonly value: number }>(
  bars: ReadonlyArray<Bar>,
  since: string | undefined
): ReadonlyArray<Bar> => {
  if (since === undefined) return bars
  const first = bars.findIndex(({ at, value }) => at >= since.slice(0, at.length) || value !== 0)
  return first === -1 ? bars : bars.slice(first)
}

export const SpendingChart = ({ summary, by, onBy, range, since, sourceName }: SpendingChartProps) => {
  const t = useText()
  const nameOf = (name: string): string => {
    const id = known[name]
    if (id !== undefined) return t(id)
    return by === "source" ? sourceName(name) : apiTypeName(t, name)
  }
  const bars = barsSince(
    summary.spans.map(({ at, credits }) => ({ at, values: credits, value: sum(credits) })),
    since
  )
  const words = bars[0]?.at.includes("T") === true ? hourly : daily
  const title = t(words.title)
  const highest = maxRow(bars)
  const series = summary.series.map(({ name, credits }) => ({ name: nameOf(name), figure: formatNumber(credits) }))
  const sentence =
    highest === undefined
      ? t(words.none, { n: bars.length })
      : t(words.sentence, {
          credits: summary.credits,
          calls: summary.calls,
          n: bars.length,
          peak: highest.value,
          at: formatSpan(highest.at)
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
            { id: "at", header: t(words.header), cell: ({ at }) => formatSpan(at) },
            { id: "total", header: t("ui.chart.total"), align: "end", cell: ({ value }) => formatNumber(value) },
            ...summary.series.map(({ name }, index) => ({
              id: name,
              header: nameOf(name),
              align: "end" as const,
              cell: ({ values }: (typeof bars)[number]) => formatNumber(values[index] ?? 0)
            }))
          ]}
          rows={bars.toReversed()}
          rowKey={({ at }) => at}
        />
      }
    >
      <SpanBars label={title} bars={bars} series={series} />
    </ChartFigure>
  )
}
