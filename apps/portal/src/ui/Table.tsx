/** A native table, so that the browser can search and select it. Under 640 px each row is a card. */
import type { ReactNode } from "react"
import { Link } from "wouter"
import { classes } from "./Classes.ts"
import styles from "./Table.module.css"

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
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
}

const Cell = <Row,>({
  column,
  row,
  href
}: {
  readonly column: Column<Row>
  readonly row: Row
  readonly href: string | undefined
}) => {
  const content = column.cell(row)
  return (
    <td
      data-label={column.header}
      className={classes(
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
    </td>
  )
}

export const Table = <Row,>({ caption, columns, rows, rowKey, empty = null, href, lines = false }: TableProps<Row>) => {
  if (rows.length === 0) return <>{empty}</>
  return (
    <table className={classes(styles["table"], lines && styles["lines"])}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
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
            {columns.map((column, index) => (
              <Cell key={column.id} column={column} row={row} href={index === 0 ? href?.(row) : undefined} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
