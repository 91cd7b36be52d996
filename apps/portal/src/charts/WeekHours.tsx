/** The hours of a week as a table: nine shades, and the number in each cell. */
import { formatNumber, formatShort, formatWeekday } from "../text/Formats.ts"
import { useText } from "../text/Text.tsx"
import styles from "./WeekHours.module.css"

/** How dark a cell is: 0 for nothing, then eight shades. */
const shades = 9

export const shadeOf = (value: number | null, most: number): number => {
  if (value === null || value <= 0 || most <= 0) return 0
  return Math.min(shades - 1, Math.max(1, Math.ceil((value / most) * (shades - 1))))
}

export interface WeekHoursProps {
  readonly label: string
  /** Seven rows from Monday on, each of 24 hours; null where nothing is known. */
  readonly values: ReadonlyArray<ReadonlyArray<number | null>>
  readonly format?: (value: number) => string
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = [0, 1, 2, 3, 4, 5, 6]

export const WeekHours = ({ label, values, format = formatNumber }: WeekHoursProps) => {
  const t = useText()
  const most = Math.max(0, ...values.flat().map((value) => value ?? 0))
  return (
    <table className={styles["week"]}>
      <caption className="unseen">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t("ui.chart.hourOfDay")}</th>
          {days.map((day) => (
            <th key={day} scope="col">
              {formatWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">{String(hour).padStart(2, "0")}</th>
            {days.map((day) => {
              const value = values[day]?.[hour] ?? null
              return (
                <td
                  key={day}
                  className={styles[`shade${shadeOf(value, most)}`]}
                  title={value === null ? undefined : format(value)}
                >
                  {value === null ? "–" : formatShort(value)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
