/**
 * Creates the partitions of a table by month or day ahead of time and drops those that are no longer needed. A row without a
 * partition is in the default partition until its period's is created, so no write waits for one. Attaching and dropping
 * take strong locks, so each attempt gives up after a short wait, and the next run repeats it.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import {
  defaultPartitionOf,
  firstIdAt,
  parsePartition,
  type Partition,
  partitionOf,
  type Period
} from "./PartitionNames.ts"
import { makePartitionDdl } from "./PartitionDdl.ts"

const periodsLock = 7_057_014

export interface PartitionedTable {
  readonly table: string
  /** Of the ids. */
  readonly prefix: string
  readonly by: Period
}

export const makePartitions = (sql: SqlClient.SqlClient, { table, prefix, by }: PartitionedTable) => {
  const { withDdlLock, create } = makePartitionDdl(sql, { table, lock: periodsLock })

  /** Oldest first, without the default partition. */
  const all = Effect.map(
    sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(${table})`,
    (rows) => rows.flatMap(({ name }) => parsePartition(table, by, name) ?? []).toSorted((a, b) => a.period - b.period)
  )

  const createOf = (period: number) => {
    const [from, until] = [firstIdAt(prefix, by.startOf(period)), firstIdAt(prefix, by.startOf(period + 1))]
    return create({
      table,
      name: partitionOf(table, by, period),
      defaultPartition: defaultPartitionOf(table),
      column: "id",
      bounds: [`'${from}'`, `'${until}'`]
    })
  }

  /** Creates the partitions of this period and the next. */
  const ensure = Effect.fnUntraced(function* (time: Date) {
    const existing = new Set((yield* all).map(({ period }) => period))
    for (const period of [by.of(time), by.of(time) + 1]) {
      if (!existing.has(period)) yield* withDdlLock(createOf(period), undefined)
    }
  })

  /** Drops a partition if it has no rows. */
  const dropIfEmpty = ({ name }: Partition) =>
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
  const drop = ({ name }: Partition) => withDdlLock(Effect.as(sql`DROP TABLE IF EXISTS ${sql(name)}`, true), false)

  /** Runs the effect on a partition that another process may drop meanwhile, which means that nothing is left to do. */
  const unlessDropped = <E, R>(name: string, effect: Effect.Effect<void, E, R>) =>
    Effect.catch(effect, (error) =>
      Effect.flatMap(sql`SELECT 1 WHERE to_regclass(${name}) IS NULL`, ([dropped]) =>
        dropped === undefined ? Effect.fail(error) : Effect.void
      )
    )

  return { all, unlessDropped, ensure, dropIfEmpty, drop }
}
