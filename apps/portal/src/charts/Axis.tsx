/** Hairlines with their numbers, and labels of the days below that do not touch each other. */
import styles from "./Chart.module.css"

export const margin = { top: 8, right: 4, bottom: 24, left: 44 } as const

export interface ValueAxisProps {
  readonly ticks: ReadonlyArray<number>
  readonly y: (value: number) => number
  readonly width: number
  readonly format: (value: number) => string
}

export const ValueAxis = ({ ticks, y, width, format }: ValueAxisProps) => (
  <>
    {ticks.map((tick) => (
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

/** Every how many points a label fits. */
export const labelStep = (count: number, width: number): number =>
  Math.max(1, Math.ceil(count / Math.max(1, Math.floor((width - margin.left - margin.right) / labelWidth))))

const anchorOf = (x: number, width: number): "start" | "middle" | "end" => {
  if (x < margin.left + labelWidth / 2) return "start"
  return x > width - labelWidth / 2 ? "end" : "middle"
}

/** The last point always has a label: the newest is what people look for. */
export const PointAxis = ({ count, x, width, height, label }: PointAxisProps) => {
  const step = labelStep(count, width)
  const shown = Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0)
  return (
    <>
      {shown.map((index) => (
        <text key={index} x={x(index)} y={height - 6} textAnchor={anchorOf(x(index), width)} className={styles["tick"]}>
          {label(index)}
        </text>
      ))}
    </>
  )
}
