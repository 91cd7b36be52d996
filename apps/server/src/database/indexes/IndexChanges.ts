/**
 * Adds indexes to large tables, and drops them, while everything else goes on. One process at a time works on the list; the
 * catalogue says what is left, so any process can go on where a killed one was.
 *
 * The index of a partitioned table begins as one without those of its partitions, which new partitions get at once. Then
 * each partition gets its own, without blocking writers, and is attached. PostgreSQL uses what a partition has already.
 */
import { Effect, Layer } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { maintenance, type Tasks } from "../../runtime/Background.ts"
import { now } from "../../runtime/Time.ts"
import { type UnfinishedIndex, UnfinishedIndexes } from "../../runtime/UnfinishedIndexes.ts"
import { betweenTries, isInUse, limitLocks } from "../client/BriefLocks.ts"
import { makeRunLease } from "../client/RunLease.ts"
import { type AddedIndex, type DroppedIndex, type IndexChange, indexChanges } from "../migrations/indexes.ts"
import { buildConcurrently } from "./ConcurrentIndex.ts"

/** Then the next run goes on. */
const tries = 20

export const makeIndexChanges = (sql: SqlClient.SqlClient, changes: ReadonlyArray<IndexChange>) => {
  const lease = makeRunLease(sql, "index_changes")
  const dropped = new Set(changes.flatMap((change) => ("dropped" in change ? [change.dropped] : [])))

  /** Returns whether it could be done now. */
  const briefly = (what: string, statement: Effect.Effect<unknown, SqlError.SqlError>) =>
    sql.withTransaction(Effect.andThen(limitLocks(sql), statement)).pipe(
      Effect.retry({ while: isInUse, times: tries, schedule: betweenTries }),
      Effect.as(true),
      Effect.catchIf(isInUse, () =>
        Effect.as(Effect.logWarning(`${what} has to wait for others that use the table; retrying later`), false)
      )
    )

  /** The newest first: most queries read those. */
  const partitionsOf = (index: string, table: string) =>
    sql<{ partition: string; isBuilt: boolean }>`
      SELECT c.relname AS partition, EXISTS (
        SELECT 1 FROM pg_index i JOIN pg_inherits a ON a.inhrelid = i.indexrelid
        WHERE i.indrelid = c.oid AND a.inhparent = to_regclass(${index})
      ) AS is_built
      FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
      WHERE h.inhparent = to_regclass(${table}) ORDER BY c.relname DESC`

  const holds = (condition: Statement.Fragment) =>
    Effect.map(sql`SELECT 1 WHERE ${condition}`, (rows) => rows.length > 0)

  const isThere = (index: string) => holds(sql`to_regclass(${index}) IS NOT NULL`)

  const isPartitioned = (table: string) =>
    holds(sql`EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass(${table}) AND relkind = 'p')`)

  const ownOf = (index: string, table: string, partition: string) => `${index}${partition.slice(table.length)}`

  /** Looks again after each partition: others are created and dropped meanwhile. */
  const addToPartitions = Effect.fnUntraced(function* ({ index, table, definition }: AddedIndex) {
    // Asked before, because the statement keeps writers out even where it finds the index.
    if (!(yield* isThere(index))) {
      const begin = sql`CREATE INDEX ${sql(index)} ON ONLY ${sql(table)} ${sql.literal(definition)}`
      if (!(yield* briefly(`The index ${index}`, begin))) return false
    }
    while (true) {
      const partitions = yield* partitionsOf(index, table)
      const missing = partitions.filter(({ isBuilt }) => !isBuilt)
      const [next] = missing
      if (next === undefined) return true
      const count = partitions.length
      yield* Effect.logInfo(`The index ${index}: ${count - missing.length} of ${count} partitions have it`)
      const own = ownOf(index, table, next.partition)
      yield* buildConcurrently(sql, { index: own, table: next.partition, definition })
      const attach = sql`ALTER INDEX ${sql(index)} ATTACH PARTITION ${sql(own)}`
      if (!(yield* briefly(`The index of ${next.partition}`, attach))) return false
    }
  })

  /** PostgreSQL drops the index of a partitioned table only with a lock on all partitions. */
  const drop = Effect.fnUntraced(function* ({ dropped, table }: DroppedIndex) {
    const concurrently = (index: string) => sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql(index)}`
    if (!(yield* isPartitioned(table))) return yield* Effect.as(concurrently(dropped), true)
    const partitions = yield* partitionsOf(dropped, table)
    for (const { partition } of partitions.filter(({ isBuilt }) => !isBuilt)) {
      yield* concurrently(ownOf(dropped, table, partition))
    }
    return yield* briefly(`Dropping the index ${dropped}`, sql`DROP INDEX IF EXISTS ${sql(dropped)}`)
  })

  const add = Effect.fnUntraced(function* (change: AddedIndex) {
    if (yield* isPartitioned(change.table)) return yield* addToPartitions(change)
    yield* Effect.logInfo(`The index ${change.index} is being made`)
    yield* buildConcurrently(sql, change)
    return true
  })

  const isLeft = (change: IndexChange) => {
    if ("dropped" in change) return isThere(change.dropped)
    if (dropped.has(change.index)) return Effect.succeed(false)
    return holds(
      sql`NOT EXISTS (SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(${change.index}) AND indisvalid)`
    )
  }

  const left = Effect.suspend(() => Effect.filter(changes, isLeft))

  const work = Effect.gen(function* () {
    for (const change of yield* left) {
      if (!("dropped" in change ? yield* drop(change) : yield* add(change))) return
      const done = "dropped" in change ? `${change.dropped} is dropped` : `${change.index} is complete`
      yield* Effect.logInfo(`The index ${done}`)
    }
  })

  const release = (startedAt: Date) =>
    sql`UPDATE index_changes SET lease_ends_at = NULL WHERE started_at = ${startedAt}`

  /** Does what is left, unless another process does. */
  const run = Effect.gen(function* () {
    if ((yield* left).length === 0) return
    const startedAt = yield* now
    if (!(yield* lease.claim(startedAt))) return
    yield* Effect.raceFirst(work, lease.renew(startedAt)).pipe(
      Effect.ensuring(Effect.ignore(release(startedAt))),
      Effect.catchTag("LeaseLost", () => Effect.void)
    )
  }).pipe(Effect.withSpan("IndexChanges.run"))

  const phaseOf = (table: string) =>
    Effect.map(
      sql<{ phase: string }>`
        SELECT phase || CASE WHEN blocks_total > 0 THEN ', ' || 100 * blocks_done / blocks_total || ' %' ELSE '' END AS phase
        FROM pg_stat_progress_create_index WHERE datname = current_database() AND (relid = to_regclass(${table})
          OR relid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass(${table})))`,
      ([row]) => row?.phase ?? null
    )

  const describe = Effect.fnUntraced(function* (change: IndexChange) {
    if ("dropped" in change) return { index: change.dropped, isDropped: true, partitions: 1, built: 0, phase: null }
    const partitions = yield* partitionsOf(change.index, change.table)
    return {
      index: change.index,
      isDropped: false,
      partitions: Math.max(1, partitions.length),
      built: partitions.filter(({ isBuilt }) => isBuilt).length,
      phase: yield* phaseOf(change.table)
    }
  })

  const unfinished: Effect.Effect<ReadonlyArray<UnfinishedIndex>, SqlError.SqlError> = Effect.flatMap(left, (changes) =>
    Effect.forEach(changes, describe)
  )

  return { run, unfinished }
}

export const UnfinishedIndexesLayer = Layer.effect(
  UnfinishedIndexes,
  Effect.map(SqlClient.SqlClient, (sql) => ({ all: makeIndexChanges(sql, indexChanges).unfinished }))
)

/** None as long as no release changes an index. */
export const indexTasks: Effect.Effect<Tasks, never, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql): Effect.Effect<Tasks> =>
    indexChanges.length === 0
      ? Effect.succeed([])
      : maintenance("indexes", "1 minute", makeIndexChanges(sql, indexChanges).run)
)
