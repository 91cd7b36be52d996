/** Stacked bars, one for each UTC day or hour. */
import { scaleBand, scaleLinear } from "d3-scale"
import { useId } from "react"
import { formatNumber, formatSpan, isUnfinished } from "../text/Formats.ts"
import { useText } from "../text/Text.tsx"
import { margin, PointAxis, ValueAxis } from "./Axis.tsx"
import styles from "./Chart.module.css"
import { Inspector } from "./Inspector.tsx"
import { Legend, patternOf, Patterns, type Series } from "./Series.tsx"

/** Values of one bar on top of each other; negative ones below the line. */
interface StackedValue {
  readonly series: number
  readonly from: number
  readonly to: number
}

export const stack = (values: ReadonlyArray<number>): ReadonlyArray<StackedValue> => {
  let above = 0
  let below = 0
  return values.map((value, series) => {
    if (value < 0) {
      const to = below
      below += value
      return { series, from: below, to }
    }
    const from = above
    above += value
    return { series, from, to: above }
  })
}

/** A single day would fill the chart. */
const widestBar = 56

export interface SpanBarsProps {
  readonly label: string
  /** Values in the order of the series; negative ones, such as refunds, hang below the line. */
  readonly bars: ReadonlyArray<{ readonly at: string; readonly values: ReadonlyArray<number> }>
  /** At most five. */
  readonly series: ReadonlyArray<Series>
  readonly format?: (value: number) => string
  readonly height?: number
}

export const SpanBars = ({ label, bars, series, format = formatNumber, height = 200 }: SpanBarsProps) => {
  const t = useText()
  const id = useId()
  const stacks = bars.map(({ values }) => stack(values))
  const top = Math.max(1, ...stacks.flatMap((parts) => parts.map(({ to }) => to)))
  const bottom = Math.min(0, ...stacks.flatMap((parts) => parts.map(({ from }) => from)))
  const bandsOf = (width: number) =>
    scaleBand<number>()
      .domain(bars.keys())
      .range([margin.left, width - margin.right])
      .paddingInner(bars.length > 60 ? 0.1 : 0.25)
  const read = (index: number): string => {
    const bar = bars[index]
    if (bar === undefined) return ""
    const values = series.map(({ name }, at) => `${name} ${format(bar.values[at] ?? 0)}`)
    const total = format(bar.values.reduce((sum, value) => sum + value, 0))
    return t("ui.chart.value", {
      at: isUnfinished(bar.at) ? t("ui.chart.soFar", { at: formatSpan(bar.at) }) : formatSpan(bar.at),
      values: series.length > 1 ? `${t("ui.chart.total")} ${total} · ${values.join(" · ")}` : total
    })
  }
  return (
    <div>
      <Inspector
        label={label}
        count={bars.length}
        read={read}
        height={height}
        at={(x, width) => Math.floor((x - margin.left) / bandsOf(width).step())}
        draw={(width, tall, selected) => {
          const bands = bandsOf(width)
          const y = scaleLinear([bottom, top], [tall - margin.bottom, margin.top]).nice(4)
          const place = (index: number) => bands(index) ?? 0
          const thickness = Math.min(widestBar, Math.max(1, bands.bandwidth()))
          const bar = (index: number, part: StackedValue) => (
            <rect
              key={`${index}-${part.series}`}
              x={place(index) + (bands.bandwidth() - thickness) / 2}
              width={thickness}
              y={y(part.to)}
              height={Math.max(0, y(part.from) - y(part.to))}
              fill={patternOf(id, part.series)}
              className={isUnfinished(bars[index]?.at ?? "never") ? styles["unfinished"] : undefined}
            />
          )
          return (
            <>
              <Patterns id={id} />
              <ValueAxis ticks={y.ticks(4)} y={y} width={width} />
              {selected !== undefined && (
                <rect
                  x={place(selected) - (bands.step() - bands.bandwidth()) / 2}
                  width={bands.step()}
                  y={margin.top}
                  height={tall - margin.top - margin.bottom}
                  className={styles["cursor"]}
                />
              )}
              {stacks.map((parts, index) => parts.map((part) => bar(index, part)))}
              <PointAxis
                count={bars.length}
                x={(index) => place(index) + bands.bandwidth() / 2}
                width={width}
                height={tall}
                label={(index) => formatSpan(bars[index]?.at ?? "", { short: true })}
              />
            </>
          )
        }}
      />
      {series.length > 1 && <Legend id={id} series={series} kind="bars" />}
    </div>
  )
}
