/**
 * Creates the monthly partitions of a table ahead of time and drops those that are no longer needed. A row without a
 * partition is in the default partition until its month's is created, so no write waits for one. Attaching and dropping
 * take strong locks, so each attempt gives up after a short wait, and the next run repeats it.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import {
  defaultPartitionOf,
  firstIdAt,
  type Month,
  monthOf,
  type MonthPartition,
  parsePartition,
  partitionOf,
  startOfMonth
} from "./MonthNames.ts"
import { makePartitionDdl } from "./PartitionDdl.ts"

const monthsLock = 7_057_014

export interface PartitionedTable {
  readonly table: string
  /** Of the ids. */
  readonly prefix: string
}

export const makeMonthPartitions = (sql: SqlClient.SqlClient, { table, prefix }: PartitionedTable) => {
  const { withDdlLock, create } = makePartitionDdl(sql, { table, lock: monthsLock })

  /** Oldest first, without the default partition. */
  const months = Effect.map(
    sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(${table})`,
    (rows) => rows.flatMap(({ name }) => parsePartition(table, name) ?? []).toSorted((a, b) => a.until - b.until)
  )

  const createMonth = (month: Month) => {
    const [from, until] = [firstIdAt(prefix, startOfMonth(month)), firstIdAt(prefix, startOfMonth(month + 1))]
    return create({
      table,
      name: partitionOf(table, month),
      defaultPartition: defaultPartitionOf(table),
      column: "id",
      bounds: [`'${from}'`, `'${until}'`]
    })
  }

  /** Creates the partitions of this month and the next. */
  const ensure = Effect.fnUntraced(function* (time: Date) {
    const existing = yield* months
    const covers = (month: Month) =>
      existing.some((one) => month < one.until && (one.month === null || month >= one.month))
    for (const month of [monthOf(time), monthOf(time) + 1]) {
      if (!covers(month)) yield* withDdlLock(createMonth(month), undefined)
    }
  })

  /** Drops a partition if it has no rows. */
  const dropIfEmpty = ({ name }: MonthPartition) =>
    withDdlLock(
      Effect.gen(function* () {
        yield* sql`LOCK TABLE ONLY ${sql(table)} IN ACCESS EXCLUSIVE MODE`
        const [gone] = yield* sql`SELECT 1 WHERE to_regclass(${name}) IS NULL`
        if (gone !== undefined) return false
        const [row] = yield* sql`SELECT 1 FROM ${sql(name)} LIMIT 1`
        if (row !== undefined) return false
        yield* sql`DROP TABLE ${sql(name)}`
        return true
      }),
      false
    )

  /** Drops a partition with all its rows. */
  const drop = ({ name }: MonthPartition) => withDdlLock(Effect.as(sql`DROP TABLE IF EXISTS ${sql(name)}`, true), false)

  /** Runs the effect on a partition that another process may drop meanwhile, which means that nothing is left to do. */
  const unlessDropped = <E, R>(name: string, effect: Effect.Effect<void, E, R>) =>
    Effect.catch(effect, (error) =>
      Effect.flatMap(sql`SELECT 1 WHERE to_regclass(${name}) IS NULL`, ([dropped]) =>
        dropped === undefined ? Effect.fail(error) : Effect.void
      )
    )

  return { months, unlessDropped, ensure, dropIfEmpty, drop }
}
