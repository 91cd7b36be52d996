/**
 * Creates the monthly partitions of a table ahead of time and drops those that are no longer needed. A row without a
 * partition is in the default partition until its month's is created, so no write waits for one. Attaching and dropping
 * take strong locks, so each attempt gives up after a short wait, and the next run repeats it.
 */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
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

/** Must differ from the service's other advisory lock keys. */
const monthsLock = 7_057_014

export interface PartitionedTable {
  readonly table: string
  /** Of the ids. */
  readonly prefix: string
}

export const makeMonthPartitions = (sql: SqlClient.SqlClient, { table, prefix }: PartitionedTable) => {
  const defaultPartition = defaultPartitionOf(table)

  /** DDL runs in one process at a time. The lock timeout is short, because other statements queue behind the lock. */
  const withDdlLock = <A>(body: Effect.Effect<A, SqlError.SqlError>, onTimeout: A) =>
    sql
      .withTransaction(
        sql`SELECT 1 FROM pg_advisory_xact_lock(${monthsLock})`.pipe(
          Effect.andThen(sql`SET LOCAL lock_timeout = '500ms'`),
          Effect.andThen(body)
        )
      )
      .pipe(
        Effect.catchReason("SqlError", "LockTimeoutError", () =>
          Effect.as(
            Effect.logWarning(`A partition of ${table} is in use and cannot be created or dropped now; retrying later`),
            onTimeout
          )
        )
      )

  /** Oldest first, without the default partition. */
  const months = Effect.map(
    sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(${table})`,
    (rows) => rows.flatMap(({ name }) => parsePartition(table, name) ?? []).toSorted((a, b) => a.until - b.until)
  )

  const create = Effect.fnUntraced(function* (month: Month) {
    const name = partitionOf(table, month)
    const [from, until] = [firstIdAt(prefix, startOfMonth(month)), firstIdAt(prefix, startOfMonth(month + 1))]
    // Another process may have created it since.
    const [missing] = yield* sql`SELECT 1 WHERE to_regclass(${name}) IS NULL`
    if (missing === undefined) return
    yield* sql`LOCK TABLE ${sql(defaultPartition)} IN ACCESS EXCLUSIVE MODE`
    // `PARTITION OF` would wait for the readers of every partition; attaching a table does not.
    yield* sql`CREATE TABLE ${sql(name)} (LIKE ${sql(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`
    yield* sql`
      WITH moved AS (DELETE FROM ${sql(defaultPartition)} WHERE id >= ${from} AND id < ${until} RETURNING *)
      INSERT INTO ${sql(name)} SELECT * FROM moved`
    yield* sql`
      ALTER TABLE ${sql(table)} ATTACH PARTITION ${sql(name)}
      FOR VALUES FROM (${sql.literal(`'${from}'`)}) TO (${sql.literal(`'${until}'`)})`
  })

  /** Creates the partitions of this month and the next. */
  const ensure = Effect.fnUntraced(function* (time: Date) {
    const existing = yield* months
    const covers = (month: Month) =>
      existing.some((one) => month < one.until && (one.month === null || month >= one.month))
    for (const month of [monthOf(time), monthOf(time) + 1]) {
      if (!covers(month)) yield* withDdlLock(create(month), undefined)
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
