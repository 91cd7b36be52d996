/** Delivered and failed requests of a few UTC days, small enough for a row of a table. The sentence has the numbers. */
import type { EndpointFigures } from "@heddle/api/portal"
import { formatUtcDay } from "../text/Formats.ts"
import { useText } from "../text/Text.tsx"
import styles from "./Sparkline.module.css"

const height = 28
const barWidth = 9
const gap = 3

interface Props {
  readonly days: EndpointFigures["days"]
}

export const Sparkline = ({ days }: Props) => {
  const t = useText()
  const most = Math.max(1, ...days.map(({ delivered, failed }) => delivered + failed))
  // The fewest are still seen.
  const tall = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / most) * (height - 2)))
  const words = days.map(({ day, delivered, failed }) =>
    t("endpoint.figures.day", { day: formatUtcDay(day), delivered, failed })
  )
  return (
    <svg
      role="img"
      aria-label={t("endpoint.figures.chart", { days: words.join(t("endpoint.figures.separator")) })}
      className={styles["sparkline"]}
      width={days.length * (barWidth + gap) - gap}
      height={height}
    >
      {days.map(({ day, delivered, failed }, index) => {
        const x = index * (barWidth + gap)
        const below = tall(delivered)
        const above = Math.min(tall(failed), height - below)
        return (
          <g key={day}>
            <title>{words[index]}</title>
            <rect x={x} y={0} width={barWidth} height={height} className={styles["room"]} />
            <rect x={x} y={height - 1} width={barWidth} height={1} className={styles["ground"]} />
            <rect x={x} y={height - below} width={barWidth} height={below} className={styles["delivered"]} />
            <rect x={x} y={height - below - above} width={barWidth} height={above} className={styles["failed"]} />
          </g>
        )
      })}
    </svg>
  )
}
