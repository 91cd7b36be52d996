/** Bars of one measure over bins of any kind: hours, days, ranges. */
import { scaleBand, scaleLinear, scaleLog } from "d3-scale"
import { useId } from "react"
import { formatNumber, formatShort } from "../text/Formats.ts"
import { useText } from "../text/Text.tsx"
import { margin, PointAxis, ValueAxis } from "./Axis.tsx"
import styles from "./Chart.module.css"
import { Inspector } from "./Inspector.tsx"
import { patternOf, Patterns } from "./Series.tsx"

export interface HistogramProps {
  readonly label: string
  /**
   * `name` is how the bin is called, `tick` the short form for the axis; `more` is read after the value, such as its
   * cost.
   */
  readonly bins: ReadonlyArray<{
    readonly name: string
    readonly tick?: string
    readonly value: number
    readonly more?: string
  }>
  readonly format?: (value: number) => string
  readonly height?: number
  /** Values that span decades: dots on a logarithmic axis, because the length of a bar would mean nothing there. */
  readonly decades?: boolean
}

const powersOfTen = (top: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(2, Math.ceil(Math.log10(top)) + 1) }, (_, power) => 10 ** power)

export const Histogram = ({ label, bins, format = formatNumber, height = 160, decades = false }: HistogramProps) => {
  const t = useText()
  const id = useId()
  const top = Math.max(1, ...bins.map(({ value }) => value))
  const bandsOf = (width: number) =>
    scaleBand<number>()
      .domain(bins.keys())
      .range([margin.left, width - margin.right])
      .paddingInner(0.15)
  const read = (index: number): string => {
    const bin = bins[index]
    if (bin === undefined) return ""
    const value = format(bin.value)
    return t("ui.chart.value", { at: bin.name, values: bin.more === undefined ? value : `${value} · ${bin.more}` })
  }
  return (
    <Inspector
      label={label}
      count={bins.length}
      read={read}
      height={height}
      at={(x, width) => Math.floor((x - margin.left) / bandsOf(width).step())}
      draw={(width, tall, selected) => {
        const bands = bandsOf(width)
        const heights = [tall - margin.bottom, margin.top] as const
        const y = decades ? scaleLog([1, Math.max(10, top)], heights).nice() : scaleLinear([0, top], heights).nice(3)
        const ticks = decades ? powersOfTen(top) : y.ticks(3)
        const place = (index: number) => bands(index) ?? 0
        return (
          <>
            <Patterns id={id} />
            <ValueAxis
              ticks={ticks}
              y={y}
              width={width}
              {...(decades ? { format: top < 1e6 ? formatNumber : formatShort } : {})}
            />
            {selected !== undefined && (
              <rect
                x={place(selected)}
                width={bands.step()}
                y={margin.top}
                height={tall - margin.top - margin.bottom}
                className={styles["cursor"]}
              />
            )}
            {bins.map(({ name, value }, index) =>
              decades ? (
                <circle
                  key={name}
                  cx={place(index) + bands.bandwidth() / 2}
                  cy={y(Math.max(1, value))}
                  r="5"
                  className={styles["mark"]}
                />
              ) : (
                <rect
                  key={name}
                  x={place(index)}
                  width={Math.max(1, bands.bandwidth())}
                  y={y(value)}
                  height={Math.max(0, y(0) - y(value))}
                  fill={patternOf(id, 0)}
                />
              )
            )}
            <PointAxis
              count={bins.length}
              x={(index) => place(index) + bands.bandwidth() / 2}
              width={width}
              height={tall}
              label={(index) => bins[index]?.tick ?? bins[index]?.name ?? ""}
            />
          </>
        )
      }}
    />
  )
}
