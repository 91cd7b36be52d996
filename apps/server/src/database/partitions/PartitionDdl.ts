/**
 * Changes of partitions, which both kinds make alike: by day of posting (`store/retention`) and by month or day of the id
 * (`Partitions.ts`).
 */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { limitLockWaits } from "../client/BriefLocks.ts"

interface Partitioned {
  /** Named in the warning that a change has to wait. */
  readonly table: string
  /** The advisory lock of these changes. Must differ from the service's other advisory lock keys. */
  readonly lock: number
}

interface NewPartition {
  readonly table: string
  readonly name: string
  /** Has the rows of the new partition until now. */
  readonly defaultPartition: string
  /** The column of the partition key. */
  readonly column: string
  /** The first value and the one after the last, as SQL literals, because DDL takes no parameters. */
  readonly bounds: readonly [from: string, until: string]
  /** The percentage to which rows fill a page. */
  readonly fillFactor?: number
}

export const makePartitionDdl = (sql: SqlClient.SqlClient, { table, lock }: Partitioned) => {
  /**
   * Runs DDL in one process at a time. Moving rows may take longer than the time that a statement has otherwise.
   */
  const withDdlLock = <A>(body: Effect.Effect<A, SqlError.SqlError>, onTimeout: A) =>
    sql
      .withTransaction(
        sql`SELECT 1 FROM pg_advisory_xact_lock(${lock})`.pipe(
          Effect.andThen(limitLockWaits(sql)),
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

  /** Creates a partition, unless another process has, and moves its rows out of the default partition. */
  const create = Effect.fnUntraced(function* (partition: NewPartition) {
    const { table, name, defaultPartition, column, bounds, fillFactor = 100 } = partition
    const [from, until] = [sql.literal(bounds[0]), sql.literal(bounds[1])]
    const isMissing = Effect.map(sql`SELECT 1 WHERE to_regclass(${name}) IS NULL`, (rows) => rows.length > 0)
    if (!(yield* isMissing)) return
    // Keeps writers from choosing a partition until this one is there. One that had chosen the default partition would fail:
    // PostgreSQL checks its row against the bounds as they are when it gets there.
    yield* sql`LOCK TABLE ONLY ${sql(table)} IN SHARE ROW EXCLUSIVE MODE`
    // A session notices what others have created only when it locks a table, and not while it waits for an advisory lock.
    if (!(yield* isMissing)) return
    // ATTACH needs this lock anyway; taking it first avoids upgrading a lock after the rows are moved.
    yield* sql`LOCK TABLE ${sql(defaultPartition)} IN ACCESS EXCLUSIVE MODE`
    // `PARTITION OF` would wait for the readers of every partition; attaching a table does not.
    yield* sql`
      CREATE TABLE ${sql(name)} (LIKE ${sql(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
      WITH (fillfactor = ${sql.literal(String(fillFactor))})`
    yield* sql`
      WITH moved AS (
        DELETE FROM ${sql(defaultPartition)} WHERE ${sql(column)} >= ${from} AND ${sql(column)} < ${until} RETURNING *
      ) INSERT INTO ${sql(name)} SELECT * FROM moved`
    yield* sql`ALTER TABLE ${sql(table)} ATTACH PARTITION ${sql(name)} FOR VALUES FROM (${from}) TO (${until})`
  })

  return { withDdlLock, create }
}
