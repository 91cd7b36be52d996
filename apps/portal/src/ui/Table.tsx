/** A native table, so that the browser can search and select it. Under 640 px each row is a card. */
import type { ReactNode } from "react"
import { Link } from "wouter"
import { classes } from "./Classes.ts"
import styles from "./Table.module.css"

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Below the cell; in the first column, outside of the link to the row's page. */
  readonly below?: (row: Row) => ReactNode
  /** Numbers go to the end. */
  readonly align?: "start" | "end"
  /** Takes the room that is left; others are as wide as what they contain. */
  readonly wide?: boolean
  /** With `lines`: stands at the end of the first line. */
  readonly corner?: boolean
  /** With `lines`: keeps its label, because the value does not say what it is. */
  readonly labelled?: boolean
  /** The header becomes a button. */
  readonly sort?: { readonly direction: "ascending" | "descending" | undefined; readonly by: () => void }
}

/** A checkbox before each row. */
export interface RowChoice<Row> {
  readonly header: string
  /** Names the checkbox of a row. */
  readonly label: (row: Row) => string
  readonly isPossible: (row: Row) => boolean
  readonly isChosen: (row: Row) => boolean
  readonly onToggle: (row: Row) => void
}

export interface TableProps<Row> {
  /** Names the table for assistive technology; not shown. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly rowKey: (row: Row) => string
  /** Stands in place of a table without rows. */
  readonly empty?: ReactNode
  /** The page of a row: the first column becomes a link to it. */
  readonly href?: (row: Row) => string
  /**
   * For long lists. Under 640 px a row is a few lines without labels, instead of a card with a line for each column.
   */
  readonly lines?: boolean
  readonly choice?: RowChoice<Row>
}

const ChoiceCell = <Row,>({ choice, row }: { readonly choice: RowChoice<Row>; readonly row: Row }) => (
  <td data-label={choice.header} className={styles["choice"]}>
    {/* The label is a larger target than the box. */}
    <label>
      <input
        type="checkbox"
        aria-label={choice.label(row)}
        disabled={!choice.isPossible(row)}
        checked={choice.isChosen(row)}
        onChange={() => choice.onToggle(row)}
      />
    </label>
  </td>
)

const Cell = <Row,>({
  column,
  row,
  isFirst,
  href
}: {
  readonly column: Column<Row>
  readonly row: Row
  readonly isFirst: boolean
  readonly href: string | undefined
}) => {
  const content = column.cell(row)
  return (
    <td
      data-label={column.header}
      className={classes(
        isFirst && styles["first"],
        column.align === "end" && styles["end"],
        column.wide === true && styles["wide"],
        column.corner === true && styles["corner"],
        column.labelled === true && styles["labelled"]
      )}
    >
      {href === undefined ? (
        content
      ) : (
        <Link href={href} className={styles["link"]}>
          {content}
        </Link>
      )}
      {column.below?.(row)}
    </td>
  )
}

export const Table = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
  empty = null,
  href,
  lines = false,
  choice
}: TableProps<Row>) => {
  if (rows.length === 0) return <>{empty}</>
  return (
    <table className={classes(styles["table"], lines && styles["lines"])}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {choice !== undefined && (
            <th scope="col">
              <span className="unseen">{choice.header}</span>
            </th>
          )}
          {columns.map(({ id, header, align, sort }) => (
            <th
              key={id}
              scope="col"
              className={align === "end" ? styles["end"] : undefined}
              aria-sort={sort?.direction}
            >
              {sort === undefined ? (
                header
              ) : (
                <button type="button" className={styles["sort"]} onClick={sort.by}>
                  {header}
                  <span aria-hidden>
                    {sort.direction === undefined ? "" : sort.direction === "ascending" ? " ↑" : " ↓"}
                  </span>
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={href === undefined ? undefined : styles["linked"]}>
            {choice !== undefined && <ChoiceCell choice={choice} row={row} />}
            {columns.map((column, index) => (
              <Cell
                key={column.id}
                column={column}
                row={row}
                isFirst={index === 0}
                href={index === 0 ? href?.(row) : undefined}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
