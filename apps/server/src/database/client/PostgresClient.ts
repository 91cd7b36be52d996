import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { clientOptions, transactionalNotify } from "./ClientOptions.ts"
import { unavailable } from "./ConnectErrors.ts"
import { DatabaseInfo } from "./DatabaseInfo.ts"
import { type DatabaseUrl, parseDatabaseUrl } from "./DatabaseUrl.ts"
import { checkPooler } from "./PoolerCheck.ts"
import { queryClient, QueryPool } from "./QueryPool.ts"
import { makeReplicaClient, Replicas } from "./Replicas.ts"
import { followWrites } from "./WritableHost.ts"

export interface PostgresConfig {
  /** With several hosts, connections go to the one that takes writes. */
  readonly url: Redacted.Redacted<string>
  readonly maxConnections: number
  /** Where to wait for notifications, which a pooler between us and the server loses. */
  readonly listenUrl?: Redacted.Redacted<string> | undefined
  /** More connections, for the queries of calls alone; without them, queries share the others. */
  readonly queries?: { readonly connections: number; readonly timeout: Duration.Duration }
  /** Hot standbys of the server, with as many connections each, and the age of what queries may read there. */
  readonly replicas?: { readonly urls: ReadonlyArray<Redacted.Redacted<string>>; readonly maxLag: Duration.Duration }
}

/** The names of the sessions of the two pools at the server. */
export const serverApplication = "heddle"
export const queryApplication = "heddle queries"

/** Where a pool connects to. */
type Target = Pick<PgClient.PgClientConfig, "url" | "ssl" | "stream">

const open = (
  target: Target,
  maxConnections: number,
  applicationName = serverApplication,
  parameters: Readonly<Record<string, string>> = {}
) =>
  PgClient.make({
    ...clientOptions,
    ...target,
    maxConnections,
    applicationName,
    startupParameters: {
      // As in PGlite: dates and days must not depend on the server's configuration.
      timezone: "UTC",
      // Compiling a statement over many partitions takes longer than running it.
      jit: "off",
      ...parameters
    }
  })

/** The only host, or of several the one that takes writes. */
const targetOf = Effect.fnUntraced(function* (parsed: DatabaseUrl) {
  const [first, ...others] = parsed.hosts
  const followed = others.length === 0 ? { ssl: parsed.ssl } : yield* followWrites(parsed)
  return { url: first.url, ...followed } satisfies Target
})

interface Server {
  readonly location: string
  readonly target: Target
}

/** A pool of connections to a PostgreSQL server, tested once so that a wrong URL fails the start. */
const make = Effect.fn("PostgresClient.make")(function* (
  { location, target }: Server,
  { maxConnections, listenUrl }: PostgresConfig
) {
  const client = yield* Effect.gen(function* () {
    const client = yield* open(target, maxConnections)
    if (maxConnections > 1) yield* checkPooler(client, location)
    else yield* client`SELECT 1`
    return client
  }).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(unavailable(location, error))))
  const { listen } = listenUrl === undefined ? client : yield* openListener(listenUrl)
  return Object.assign(client, {
    notify: transactionalNotify(client),
    listen,
    driver: "pg"
  }) satisfies PgClient.PgClient
})

const openListener = Effect.fnUntraced(function* (url: Redacted.Redacted<string>) {
  const target = yield* targetOf(yield* parseDatabaseUrl("HEDDLE_LISTEN_DATABASE_URL", url))
  return yield* open(target, 1, "heddle notifications")
})

const openQueries = (target: Target, connections: number, timeout: Duration.Duration) =>
  open(target, connections, queryApplication, queryParameters(timeout))

const queryParameters = (timeout: Duration.Duration) => ({
  // With parallel workers, one call could occupy three processors, and many calls many more processes than connections.
  max_parallel_workers_per_gather: "0",
  // A call cancels its statement in time; this ends the statements of a process that is gone.
  statement_timeout: String(Duration.toMillis(Duration.sum(timeout, Duration.seconds(1))))
})

const queryPool = ({ target }: Server, { queries }: PostgresConfig) =>
  Layer.effect(
    QueryPool,
    queries === undefined || queries.connections === 0
      ? Effect.succeedNone
      : Effect.asSome(openQueries(target, queries.connections, queries.timeout))
  )

const replicaPools = ({ maxConnections, queries, replicas }: PostgresConfig) =>
  Layer.effect(
    Replicas,
    Effect.gen(function* () {
      if (replicas === undefined || queries === undefined || replicas.urls.length === 0) return Option.none()
      const opened = yield* Effect.forEach(
        replicas.urls,
        Effect.fnUntraced(function* (url) {
          const { location, hosts, ssl } = yield* parseDatabaseUrl("HEDDLE_QUERY_DATABASE_URL", url)
          const target = { url: hosts[0].url, ssl }
          return {
            location,
            client: yield* openQueries(target, queries.connections || maxConnections, queries.timeout)
          }
        })
      )
      return Option.some(
        yield* makeReplicaClient({
          replicas: opened,
          queries: yield* queryClient,
          database: yield* SqlClient.SqlClient,
          maxLag: replicas.maxLag
        })
      )
    })
  )

export const layer = (config: PostgresConfig) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const parsed = yield* parseDatabaseUrl("DATABASE_URL", config.url)
      const { location } = parsed
      const server: Server = { location, target: yield* targetOf(parsed) }
      return replicaPools(config).pipe(
        Layer.provideMerge(
          Layer.mergeAll(
            PgClient.layerFrom(make(server, config)),
            queryPool(server, config),
            Layer.succeed(DatabaseInfo, DatabaseInfo.of({ kind: "postgresql", location, lost: Effect.never }))
          )
        )
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))
