/** Lines over points in time; a gap where a value is missing. */
import { scaleLinear } from "d3-scale"
import { line } from "d3-shape"
import { useId } from "react"
import { formatNumber } from "../text/Formats.ts"
import { useText } from "../text/Text.tsx"
import { margin, PointAxis, ValueAxis } from "./Axis.tsx"
import styles from "./Chart.module.css"
import { Inspector } from "./Inspector.tsx"
import { Legend, lineClass, type Series } from "./Series.tsx"

export interface TrendLinesProps {
  readonly label: string
  /** Values in the order of the series. `at` is how the point is called: a formatted day or hour. */
  readonly points: ReadonlyArray<{ readonly at: string; readonly values: ReadonlyArray<number | null> }>
  readonly series: ReadonlyArray<Series>
  readonly format?: (value: number) => string
  readonly height?: number
  /** Growth is easier to see when the axis starts near the values. */
  readonly fromZero?: boolean
  /** The last point is still being counted: it is drawn apart. */
  readonly unfinished?: boolean
}

export const TrendLines = ({
  label,
  points,
  series,
  format = formatNumber,
  height = 200,
  fromZero = true,
  unfinished = false
}: TrendLinesProps) => {
  const t = useText()
  const id = useId()
  const known = points.flatMap(({ values }) => values.filter((value) => value !== null))
  const lowest = fromZero ? Math.min(0, ...known) : Math.min(...known, Number.POSITIVE_INFINITY)
  const bottom = Number.isFinite(lowest) ? lowest : 0
  const top = Math.max(bottom + 1, ...known)
  const last = Math.max(points.length - 1, 1)
  const across = (width: number) => scaleLinear([0, last], [margin.left + 4, width - margin.right - 4])
  const read = (index: number): string => {
    const point = points[index]
    if (point === undefined) return ""
    const values = series.map(({ name }, at) => {
      const value = point.values[at]
      const figure = value === null || value === undefined ? "–" : format(value)
      return series.length > 1 ? `${name} ${figure}` : figure
    })
    const name = unfinished && index === points.length - 1 ? t("ui.chart.soFar", { at: point.at }) : point.at
    return t("ui.chart.value", { at: name, values: values.join(" · ") })
  }
  return (
    <div>
      <Inspector
        label={label}
        count={points.length}
        read={read}
        height={height}
        at={(x, width) => Math.round(across(width).invert(x))}
        draw={(width, tall, selected) => {
          const x = across(width)
          const y = scaleLinear([bottom, top], [tall - margin.bottom, margin.top]).nice(4)
          const pathOf = (at: number, from: number, to: number) =>
            line<(typeof points)[number]>()
              .defined(({ values }) => values[at] !== null && values[at] !== undefined)
              .x((_, index) => x(from + index))
              .y(({ values }) => y(values[at] ?? 0))(points.slice(from, to)) ?? ""
          const finished = unfinished ? points.length - 1 : points.length
          return (
            <>
              <ValueAxis ticks={y.ticks(4)} y={y} width={width} />
              {selected !== undefined && (
                <line
                  x1={x(selected)}
                  x2={x(selected)}
                  y1={margin.top}
                  y2={tall - margin.bottom}
                  className={styles["needle"]}
                />
              )}
              {series.map(({ name }, at) => (
                <g key={name}>
                  <path d={pathOf(at, 0, finished)} className={lineClass(at)} />
                  {unfinished && (
                    <path
                      d={pathOf(at, Math.max(finished - 1, 0), points.length)}
                      className={`${lineClass(at)} ${styles["unfinished"]}`}
                    />
                  )}
                </g>
              ))}
              {points.length === 1 &&
                series.map(({ name }, at) => (
                  <circle
                    key={name}
                    cx={x(0)}
                    cy={y(points[0]?.values[at] ?? 0)}
                    r="3"
                    className={styles[`fill${at}`]}
                  />
                ))}
              <PointAxis
                count={points.length}
                x={x}
                width={width}
                height={tall}
                label={(index) => points[index]?.at ?? ""}
              />
            </>
          )
        }}
      />
      {series.length > 1 && <Legend id={id} series={series} kind="lines" />}
    </div>
  )
}
