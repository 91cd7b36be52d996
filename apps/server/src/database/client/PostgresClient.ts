import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { clientOptions, transactionalNotify } from "./ClientOptions.ts"
import { DatabaseInfo, DatabaseUnavailable } from "./DatabaseInfo.ts"
import { queryClient, QueryPool } from "./QueryPool.ts"
import { makeReplicaClient, Replicas } from "./Replicas.ts"

export interface PostgresConfig {
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

const open = (
  url: Redacted.Redacted<string>,
  maxConnections: number,
  applicationName = serverApplication,
  parameters: Readonly<Record<string, string>> = {}
) =>
  PgClient.make({
    ...clientOptions,
    url,
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

/** A pool of connections to a PostgreSQL server, tested once so that a wrong URL fails the start. */
export const make = Effect.fn("PostgresClient.make")(function* ({ url, maxConnections, listenUrl }: PostgresConfig) {
  const location = yield* parse("DATABASE_URL", url)
  const client = yield* open(url, maxConnections).pipe(Effect.mapError((error) => unavailable(location, error)))
  yield* client`SELECT 1`.pipe(Effect.mapError((error) => unavailable(location, error)))
  if (listenUrl !== undefined) yield* parse("HEDDLE_LISTEN_DATABASE_URL", listenUrl)
  const { listen } = listenUrl === undefined ? client : yield* open(listenUrl, 1, "heddle notifications")
  return Object.assign(client, {
    notify: transactionalNotify(client),
    listen,
    driver: "pg"
  }) satisfies PgClient.PgClient
})

const openQueries = (url: Redacted.Redacted<string>, connections: number, timeout: Duration.Duration) =>
  open(url, connections, queryApplication, queryParameters(timeout))

const queryParameters = (timeout: Duration.Duration) => ({
  // With parallel workers, one call could occupy three processors, and many calls many more processes than connections.
  max_parallel_workers_per_gather: "0",
  // A call cancels its statement in time; this ends the statements of a process that is gone.
  statement_timeout: String(Duration.toMillis(Duration.sum(timeout, Duration.seconds(1))))
})

const queryPool = ({ url, queries }: PostgresConfig) =>
  Layer.effect(
    QueryPool,
    queries === undefined || queries.connections === 0
      ? Effect.succeedNone
      : Effect.asSome(openQueries(url, queries.connections, queries.timeout))
  ).pipe(Layer.provide(Reactivity.layer))

const replicaPools = ({ maxConnections, queries, replicas }: PostgresConfig) =>
  Layer.effect(
    Replicas,
    Effect.gen(function* () {
      if (replicas === undefined || queries === undefined || replicas.urls.length === 0) return Option.none()
      const opened = yield* Effect.forEach(replicas.urls, (url) =>
        Effect.all({
          location: parse("HEDDLE_QUERY_DATABASE_URL", url),
          client: openQueries(url, queries.connections || maxConnections, queries.timeout)
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
  ).pipe(Layer.provide(Reactivity.layer))

export const layer = (config: PostgresConfig) =>
  replicaPools(config).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        PgClient.layerFrom(make(config)),
        queryPool(config),
        Layer.effect(
          DatabaseInfo,
          Effect.map(parse("DATABASE_URL", config.url), (location) =>
            DatabaseInfo.of({ kind: "postgresql", location, lost: Effect.never })
          )
        )
      )
    )
  )

/** The URL without its secrets. Parse errors are dropped, because they quote the whole URL. */
const parse = (
  setting: "DATABASE_URL" | "HEDDLE_LISTEN_DATABASE_URL" | "HEDDLE_QUERY_DATABASE_URL",
  url: Redacted.Redacted<string>
) =>
  Effect.suspend(() => {
    const text = Redacted.value(url)
    const parsed = URL.canParse(text) ? new URL(text) : undefined
    if (parsed === undefined || !["postgres:", "postgresql:"].includes(parsed.protocol)) {
      return Effect.fail(malformed(setting))
    }
    return Effect.succeed(`${parsed.host}${parsed.pathname}`)
  })

const malformed = (setting: string) =>
  new DatabaseUnavailable({
    what: `${setting} is not the URL of a PostgreSQL database.`,
    details:
      "Expected postgresql://user:password@host:5432/database; special characters in the password percent-encoded.",
    solution: `Correct ${setting}, or remove it${setting === "DATABASE_URL" ? " to use the embedded database" : ""}.`
  })

const unavailable = (location: string, { reason }: SqlError) => {
  const isAuthError = reason._tag === "AuthenticationError" || reason._tag === "AuthorizationError"
  const details = describe(reason.cause)
  return new DatabaseUnavailable({
    what: isAuthError
      ? `PostgreSQL at ${location} (DATABASE_URL) refused the user or password.`
      : `PostgreSQL at ${location} (DATABASE_URL) cannot be reached or used.`,
    details,
    solution:
      toCreate(details) ??
      (isAuthError
        ? "Correct the user and password in DATABASE_URL."
        : "Start the server, correct DATABASE_URL, or remove it to use the embedded database.")
  })
}

/** What is missing on a server that answers. A role and a missing password have one SQLSTATE, so the text has to tell. */
const toCreate = (details: string): string | undefined => {
  const role = /role "(.*)" does not exist/.exec(details)?.[1]
  if (role !== undefined) return `Create the role with \`createuser --pwprompt ${role}\`, or correct DATABASE_URL.`
  const database = /database "(.*)" does not exist/.exec(details)?.[1]
  if (database === undefined) return undefined
  return `Create the database with \`createdb --encoding=UTF8 --template=template0 --owner=USER ${database}\`, where USER is the user in DATABASE_URL, or correct DATABASE_URL.`
}

/** Node reports a host with several addresses as an AggregateError, whose own message is empty. */
const describe = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(describe).join("; ")
  return cause instanceof Error ? cause.message : String(cause)
}
