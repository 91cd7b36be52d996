/** A list as a table: every answer has one, whatever else draws it. */
import { playgroundPath } from "@heddle/api/snippets"
import type { PlaygroundOperation } from "@heddle/api/portal"
import { useMemo, useState } from "react"
import { Link } from "wouter"
import { formatNumber, webAddressOf } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { columnWord } from "./ColumnWords.ts"
import styles from "./Playground.module.css"
import { isTimeColumn, type Order, type Row, shownColumns, sorted } from "./Rows.ts"

/** A browser takes long to lay out more rows than this. */
const step = 100

/** Shares of one, not counts. */
const shares = new Set(["probability", "growth_rate"])

export const Value = ({ name, value }: { readonly name: string; readonly value: unknown }) => {
  const t = useText()
  if (value === null || value === undefined) return "–"
  if (typeof value === "boolean") return t(value ? "playground.yes" : "playground.no")
  if (typeof value === "number") {
    if (isTimeColumn(name)) return <Time at={new Date(value * 1000).toISOString()} />
    return shares.has(name.split(".").at(-1) ?? name)
      ? formatNumber(value, { style: "percent", maximumFractionDigits: 1 })
      : formatNumber(value, { maximumFractionDigits: 3 })
  }
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** A post leads to its page on the network, an author to their posts. */
const Linked = ({ name, row }: { readonly name: string; readonly row: Row }) => {
  const value = row[name]
  const address = typeof row["url"] === "string" ? webAddressOf(row["url"]) : undefined
  if (name === "code" && typeof value === "string" && address !== undefined) {
    return (
      <a href={address} target="_blank" rel="noreferrer">
        {value}
      </a>
    )
  }
  if (name === "username" && typeof value === "string") {
    return <Link href={playgroundPath("userTopThreads", { username: value })}>{value}</Link>
  }
  return <Value name={name} value={value} />
}

interface ResultTableProps {
  readonly caption: string
  readonly rows: ReadonlyArray<Row>
  readonly columns: NonNullable<PlaygroundOperation["columns"]>
}

const isNumeric = (rows: ReadonlyArray<Row>, name: string): boolean =>
  !isTimeColumn(name) && rows.some((row) => typeof row[name] === "number")

export const ResultTable = ({ caption, rows, columns }: ResultTableProps) => {
  const t = useText()
  const [order, setOrder] = useState<Order>()
  const [most, setMost] = useState(step)
  const names = useMemo(() => shownColumns(rows, columns), [rows, columns])
  const keyed = useMemo(() => sorted(rows, order).map((row, index) => ({ row, index })), [rows, order])
  const sortBy = (column: string) =>
    setOrder((before) =>
      before?.column === column && before.direction === "descending"
        ? { column, direction: "ascending" }
        : { column, direction: "descending" }
    )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles["table"]} role="region" aria-label={caption} tabIndex={0} translate="no">
        <Table
          caption={caption}
          rows={keyed.slice(0, most)}
          rowKey={({ index }) => String(index)}
          columns={names.map((name): Column<(typeof keyed)[number]> => ({
            id: name,
            header: columnWord(t, name),
            align: isNumeric(rows, name) ? "end" : "start",
            wide: name === "caption" || name === "biography",
            sort: {
              direction: order?.column === name ? order.direction : undefined,
              by: () => sortBy(name)
            },
            cell: ({ row }) => <Linked name={name} row={row} />
          }))}
        />
      </div>
      {rows.length > most && (
        <p>
          <Button onClick={() => setMost(most + step)}>
            {t("playground.moreRows", { n: Math.min(step, rows.length - most), all: rows.length })}
          </Button>
        </p>
      )}
    </>
  )
}
