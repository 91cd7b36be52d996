/** The frame of a chart: its title, one sentence that says what it shows, and a switch to the numbers as a table. */
import { type ReactNode, useId, useState } from "react"
import { useText } from "../text/Text.tsx"
import { Toggle } from "../ui/Toggle.tsx"
import styles from "./ChartFigure.module.css"

export interface ChartFigureProps {
  readonly title: string
  /** Computed from the data: the total, the peak, the trend. */
  readonly sentence: string
  /** The same numbers, as a `Table` or any other table. */
  readonly table: ReactNode
  /** Filters of the chart. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const ChartFigure = ({ title, sentence, table, actions, children }: ChartFigureProps) => {
  const t = useText()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={styles["figure"]} aria-labelledby={id}>
      <figcaption className={styles["caption"]}>
        <div className={styles["head"]}>
          <h2 id={id}>{title}</h2>
          <div className={styles["actions"]}>
            {actions}
            <Toggle checked={asTable} onChange={setAsTable}>
              {t("ui.chart.table")}
            </Toggle>
          </div>
        </div>
        <p className={styles["sentence"]}>{sentence}</p>
      </figcaption>
      {asTable ? <div className={styles["table"]}>{table}</div> : children}
    </figure>
  )
}

/** The row with the greatest value, the first of equals; undefined when all are 0 or unknown. */
export const maxRow = <Row extends { readonly value: number | null }>(
  rows: ReadonlyArray<Row>
): (Row & { readonly value: number }) | undefined => {
  let found: (Row & { readonly value: number }) | undefined
  for (const row of rows) {
    const { value } = row
    if (value !== null && value > (found?.value ?? 0)) found = { ...row, value }
  }
  return found
}
