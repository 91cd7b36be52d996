/** Reads and writes the table `interactions`. Only who holds the lock of its source may use it. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { arrayOf, recordset } from "../../database/client/Recordset.ts"
import type { InteractionKind, StoredRecord } from "./InteractionStates.ts"

const numbers = { like: 1, repost: 2, quote: 3, reply: 4 } satisfies Readonly<Record<InteractionKind, number>>

const kinds: ReadonlyMap<number, InteractionKind> = new Map([
  [numbers.like, "like"],
  [numbers.repost, "repost"],
  [numbers.quote, "quote"],
  [numbers.reply, "reply"]
])

interface Row extends Omit<StoredRecord, "kind"> {
  readonly kind: number
}

const keyColumns = { key: "text", kind: "smallint" } as const
const columns = { ...keyColumns, day: "integer", counted: "boolean", revision: "text", subject: "text" } as const

const fromRow = (row: Row): ReadonlyArray<StoredRecord> => {
  const kind = kinds.get(row.kind)
  return kind === undefined ? [] : [{ ...row, kind }]
}

const toRow = (record: StoredRecord): Row => ({ ...record, kind: numbers[record.kind] })

export const makeInteractionRows = (sql: SqlClient.SqlClient) => {
  /**
   * The rows of each `n` that meet the condition. The offset keeps the planner from reading whole partitions: it must look
   * each one up by index.
   */
  const lookUp = (wanted: Statement.Fragment, condition: Statement.Fragment) =>
    Effect.map(
      sql<Row>`
        SELECT r.* FROM ${wanted} CROSS JOIN LATERAL (
          SELECT i.key, i.kind, i.received_day AS day, i.revision, i.subject, i.counted FROM interactions i
          WHERE ${condition} OFFSET 0
        ) r`,
      (rows) => rows.flatMap(fromRow)
    )

  const read = (records: ReadonlyArray<Pick<StoredRecord, "key" | "kind">>) =>
    lookUp(
      recordset(
        sql,
        "n",
        keyColumns,
        records.map(({ key, kind }) => ({ key, kind: numbers[kind] }))
      ),
      sql`i.key = n.key AND i.kind = n.kind`
    )

  /** The records that wait for these posts. */
  const awaiting = (codes: ReadonlyArray<string>) =>
    lookUp(sql`unnest(${arrayOf("text", codes)}) AS n (code)`, sql`i.subject = n.code AND NOT i.counted`)

  const insert = (records: ReadonlyArray<StoredRecord>) => sql`
    INSERT INTO interactions (received_day, kind, counted, key, revision, subject)
    SELECT n.day, n.kind, n.counted, n.key, n.revision, n.subject
    FROM ${recordset(sql, "n", columns, records.map(toRow))}`

  const update = (records: ReadonlyArray<StoredRecord>) => sql`
    UPDATE interactions i SET counted = n.counted, revision = n.revision, subject = n.subject
    FROM ${recordset(sql, "n", columns, records.map(toRow))}
    WHERE i.key = n.key AND i.kind = n.kind AND i.received_day = n.day`

  return { read, awaiting, insert, update }
}
