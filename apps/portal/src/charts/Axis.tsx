/** Hairlines with their numbers, which are counts, and labels of the days below that do not touch each other. */
import { formatTicks } from "../text/Formats.ts"
import styles from "./Chart.module.css"

export const margin = { top: 8, right: 4, bottom: 24, left: 52 } as const

export interface ValueAxisProps {
  readonly ticks: ReadonlyArray<number>
  readonly y: (value: number) => number
  readonly width: number
  readonly format?: (value: number) => string
}

export const ValueAxis = ({ ticks, y, width, format = formatTicks(ticks) }: ValueAxisProps) => (
  <>
    {ticks.filter(Number.isInteger).map((tick) => (
      <g key={tick} transform={`translate(0 ${y(tick)})`}>
        <line x1={margin.left} x2={width - margin.right} className={styles["grid"]} />
        <text x={margin.left - 8} dy="0.32em" textAnchor="end" className={styles["tick"]}>
          {format(tick)}
        </text>
      </g>
    ))}
  </>
)

export interface PointAxisProps {
  readonly count: number
  readonly x: (index: number) => number
  readonly width: number
  readonly height: number
  readonly label: (index: number) => string
}

const labelWidth = 64
/** Between two labels. */
const labelGap = 6

/** Every how many points a label fits. */
const labelStep = (count: number, width: number): number =>
  Math.max(1, Math.ceil(count / Math.max(1, Math.floor((width - margin.left - margin.right) / labelWidth))))

/** As wide as the text can be in the size of `.tick`. */
const textWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character < "\u2e80" ? 7 : 12), 0)

type Anchor = "start" | "middle" | "end"

const anchorOf = (x: number, text: string, width: number): Anchor => {
  const half = textWidth(text) / 2
  if (x < half) return "start"
  return x > width - half ? "end" : "middle"
}

/** Shares of the text to the left of its place. */
const shareBefore: Readonly<Record<Anchor, number>> = { start: 0, middle: 0.5, end: 1 }

interface PointLabel {
  readonly x: number
  readonly text: string
}

/** The labels that do not touch, the last one always. A label that would leave the chart hangs to one side of its place. */
export const fittingLabels = (labels: ReadonlyArray<PointLabel>, width: number) => {
  let free = Infinity
  return labels
    .map((label) => ({ ...label, anchor: anchorOf(label.x, label.text, width) }))
    .toReversed()
    .filter(({ x, text, anchor }) => {
      const start = x - shareBefore[anchor] * textWidth(text)
      const fits = start + textWidth(text) <= free
      if (fits) free = start - labelGap
      return fits
    })
    .toReversed()
}

/** The last point always has a label: the newest is what people look for. */
export const PointAxis = ({ count, x, width, height, label }: PointAxisProps) => {
  const step = labelStep(count, width)
  const shown = Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0)
  const labels = shown.map((index) => ({ x: x(index), text: label(index) }))
  return (
    <>
      {fittingLabels(labels, width).map((one) => (
        <text key={one.x} x={one.x} y={height - 6} textAnchor={one.anchor} className={styles["tick"]}>
          {one.text}
        </text>
      ))}
    </>
  )
}
