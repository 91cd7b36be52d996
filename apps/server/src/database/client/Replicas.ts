/**
 * Read replicas: the searches of calls run on hot standbys of the database, and on the database itself while no standby is
 * close behind it. A standby that is down, behind, or cancels a statement in favour of its own recovery costs a caller
 * nothing but the time of a second try.
 */
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Deferred, Duration, Effect, Layer, Metric, Option, Schedule, Stream } from "effect"
import { SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"
import { isOutage } from "../../runtime/Outage.ts"
import { sqlStateOf } from "../../runtime/StatementText.ts"
import { abandonable } from "./Abandonable.ts"
import { clientOptions } from "./ClientOptions.ts"
import { queryClient } from "./QueryPool.ts"

/** The client for searches of posts and people; none without replicas. */
export class Replicas extends Context.Reference<Option.Option<SqlClient.SqlClient>>(
  "@heddle/reference/database/client/Replicas",
  { defaultValue: Option.none }
) {}

/** Replaces the `SqlClient` of services that only query what sources write. What an account writes is read elsewhere. */
export const ReplicaSqlClient = Layer.effect(
  SqlClient.SqlClient,
  Effect.flatMap(Replicas, (replicas) => Option.match(replicas, { onNone: () => queryClient, onSome: Effect.succeed }))
)

export interface Replica {
  /** Host, port and database; safe to log. */
  readonly location: string
  readonly client: SqlClient.SqlClient
}

const checkInterval = Duration.seconds(1)
/** A standby that takes longer to say where it is counts as away. */
const checkTimeout = Duration.seconds(2)

const lag = Metric.gauge("replica_lag_seconds", {
  description: "How far a replica is behind the database, to the second; while it does not answer, also that time"
})
const used = Metric.gauge("replica_used", {
  description: "1 while queries go to the replica, 0 while they go elsewhere"
})

/** Where the write-ahead log of the database ends, in bytes. */
const written = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ position: string }>`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS position`,
    ([row]) => BigInt(row?.position ?? 0)
  )

/** Up to where a standby has applied it; none of a server that is no standby, such as one that was promoted. */
const applied = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ position: string | null }>`
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text END AS position`,
    ([row]) => (typeof row?.position === "string" ? Option.some(BigInt(row.position)) : Option.none())
  )

/** Where the database was at a time. */
interface Written {
  readonly position: bigint
  readonly readAt: number
}

interface Watched extends Replica {
  usable: boolean
  /** Completed when it is used no more, for the statements that run there. */
  ended: Deferred.Deferred<void>
  /** When the database was where the replica is now; null until that is known. */
  caughtUpAt: number | null
  /** The last that was known of it, for the metric. */
  lastCaughtUpAt: number | null
  /** What the replica has not applied yet, in order. */
  unapplied: ReadonlyArray<Written>
}

/** Of these, a replica that is later than them needs none. */
const keptUnapplied = 600

/**
 * A standby cancels statements that its recovery would have to wait for, answers none while it is promoted, and after an
 * upgrade may not have a table, column or function yet.
 */
const standbyStates = /^(?:40001|55000|42P01|42703|42883)$/

const isReplicasFault = (error: SqlError.SqlError): boolean => isOutage(error) || standbyStates.test(sqlStateOf(error))

const setUsable = (replica: Watched, usable: boolean, why: string) =>
  Effect.suspend(() => {
    if (replica.usable === usable) return Effect.void
    replica.usable = usable
    if (usable) {
      replica.ended = Deferred.makeUnsafe()
      return Effect.logInfo(`Queries use the replica ${replica.location}`)
    }
    Deferred.doneUnsafe(replica.ended, Effect.void)
    return Effect.logWarning(`The replica ${replica.location} ${why}. Queries use the database until it is back`)
  })

/** Compares what the replica has applied with where the database was. */
const check = Effect.fnUntraced(function* (replica: Watched, written: Written, maxLag: Duration.Duration) {
  const attributes = { replica: replica.location }
  const position = yield* Effect.timeout(applied(replica.client), checkTimeout).pipe(
    Effect.catch(() => Effect.succeed(undefined))
  )
  if (position === undefined || Option.isNone(position)) {
    replica.caughtUpAt = null
    yield* setUsable(replica, false, position === undefined ? "does not answer" : "is no standby")
  } else {
    const all = [...replica.unapplied, written]
    const reached = all.filter((one) => one.position <= position.value)
    replica.unapplied = all.slice(reached.length).slice(-keptUnapplied)
    replica.caughtUpAt = reached.at(-1)?.readAt ?? replica.caughtUpAt
    replica.lastCaughtUpAt = replica.caughtUpAt ?? replica.lastCaughtUpAt
    const lagMillis = replica.caughtUpAt === null ? Infinity : (yield* Clock.currentTimeMillis) - replica.caughtUpAt
    yield* setUsable(replica, lagMillis <= Duration.toMillis(maxLag), `is more than ${Duration.format(maxLag)} behind`)
  }
  yield* Metric.update(Metric.withAttributes(used, attributes), replica.usable ? 1 : 0)
  if (replica.lastCaughtUpAt === null) return
  const behindMillis = (yield* Clock.currentTimeMillis) - replica.lastCaughtUpAt
  yield* Metric.update(Metric.withAttributes(lag, attributes), behindMillis / 1_000)
})

type Run = <A>(
  statement: (connection: SqlConnection.Connection) => Effect.Effect<A, SqlError.SqlError>
) => Effect.Effect<A, SqlError.SqlError>

const on =
  (client: SqlClient.SqlClient): Run =>
  (statement) =>
    Effect.scoped(Effect.flatMap(client.reserve, statement))

/** A connection whose statements each run where `run` takes them. */
const routed = (run: Run): SqlConnection.Connection => ({
  execute: (...statement) => run((connection) => connection.execute(...statement)),
  executeRaw: (...statement) => run((connection) => connection.executeRaw(...statement)),
  executeValues: (...statement) => run((connection) => connection.executeValues(...statement)),
  executeValuesUnprepared: (...statement) => run((connection) => connection.executeValuesUnprepared(...statement)),
  executeUnprepared: (...statement) => run((connection) => connection.executeUnprepared(...statement)),
  // All rows first: those that were passed on could not be taken back.
  executeStream: (...statement) => Stream.fromIterableEffect(run((connection) => connection.execute(...statement)))
})

export interface ReplicaOptions {
  readonly replicas: ReadonlyArray<Replica>
  /** Where queries run without a replica. */
  readonly queries: SqlClient.SqlClient
  /** The database itself, asked for its position. */
  readonly database: SqlClient.SqlClient
  readonly maxLag: Duration.Duration
}

/** A client whose statements take turns on the replicas that are close behind. Transactions stay on the database. */
export const makeReplicaClient = Effect.fnUntraced(function* ({ replicas, queries, database, maxLag }: ReplicaOptions) {
  const watched = replicas.map((replica): Watched => ({
    ...replica,
    usable: false,
    ended: Deferred.makeUnsafe(),
    caughtUpAt: null,
    lastCaughtUpAt: null,
    unapplied: []
  }))
  const checkAll = Effect.gen(function* () {
    const readAt = yield* Clock.currentTimeMillis
    const position = yield* written(database)
    yield* Effect.forEach(watched, (replica) => check(replica, { position, readAt }, maxLag), {
      concurrency: "unbounded",
      discard: true
    })
    // Without the database, nothing is charged and nothing changes.
  }).pipe(Effect.ignore)
  yield* checkAll
  yield* checkAll.pipe(Effect.repeat(Schedule.spaced(checkInterval)), Effect.forkScoped)

  let turn = 0
  const next = (): Watched | undefined => {
    const usable = watched.filter((replica) => replica.usable)
    return usable[turn++ % usable.length]
  }
  const run: Run = (statement) =>
    Effect.suspend(() => {
      const replica = next()
      const onDatabase = on(queries)(statement)
      if (replica === undefined) return onDatabase
      return abandonable(on(replica.client)(statement)).pipe(
        Effect.catchIf(isReplicasFault, () => onDatabase),
        Effect.raceFirst(Effect.andThen(Deferred.await(replica.ended), onDatabase))
      )
    })
  const connection = routed(run)
  return yield* SqlClient.make({
    acquirer: Effect.succeed(connection),
    transactionAcquirer: queries.reserve,
    driver: "pg",
    compiler: PgClient.makeCompiler(clientOptions.transformQueryNames, clientOptions.transformJson),
    transformRows: Statement.defaultTransforms(clientOptions.transformResultNames, clientOptions.transformJson).array,
    spanAttributes: []
  })
})
