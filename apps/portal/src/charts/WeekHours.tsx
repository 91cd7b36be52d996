/** The hours of a week as a table: nine shades, and the number in each cell. */
import { formatNumber, formatShort, formatWeekday } from "../text/Formats.ts"
import { useText } from "../text/Text.tsx"
import { shadeOf } from "./Shade.ts"
import styles from "./WeekHours.module.css"

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
