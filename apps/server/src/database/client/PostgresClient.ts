import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { clientOptions, transactionalNotify } from "./ClientOptions.ts"
import { DatabaseInfo, DatabaseUnavailable } from "./DatabaseInfo.ts"
import { QueryPool } from "./QueryPool.ts"

export interface PostgresConfig {
  readonly url: Redacted.Redacted<string>
  readonly maxConnections: number
  /** More connections, for the queries of calls alone; without them, queries share the others. */
  readonly queries?: { readonly connections: number; readonly timeout: Duration.Duration }
}

/** The names of the sessions of the two pools at the server. */
export const serverApplication = "heddle"
export const queryApplication = "heddle queries"

const open = (
  url: Redacted.Redacted<string>,
  maxConnections: number,
  parameters: Readonly<Record<string, string>> = {}
) =>
  PgClient.make({
    ...clientOptions,
    url,
    maxConnections,
    startupParameters: {
      application_name: serverApplication,
      // As in PGlite: dates and days must not depend on the server's configuration.
      timezone: "UTC",
      // Compiling a statement over many partitions takes longer than running it.
      jit: "off",
      ...parameters
    }
  })

/** A pool of connections to a PostgreSQL server, tested once so that a wrong URL fails the start. */
export const make = Effect.fn("PostgresClient.make")(function* ({ url, maxConnections }: PostgresConfig) {
  const location = yield* parse(url)
  const client = yield* open(url, maxConnections).pipe(Effect.mapError((error) => unavailable(location, error)))
  yield* client`SELECT 1`.pipe(Effect.mapError((error) => unavailable(location, error)))
  return Object.assign(client, { notify: transactionalNotify(client), driver: "pg" }) satisfies PgClient.PgClient
})

const queryParameters = (timeout: Duration.Duration) => ({
  application_name: queryApplication,
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
      : Effect.asSome(open(url, queries.connections, queryParameters(queries.timeout)))
  ).pipe(Layer.provide(Reactivity.layer))

export const layer = (config: PostgresConfig) =>
  Layer.mergeAll(
    PgClient.layerFrom(make(config)),
    queryPool(config),
    Layer.effect(
      DatabaseInfo,
      Effect.map(parse(config.url), (location) => DatabaseInfo.of({ kind: "postgresql", location, lost: Effect.never }))
    )
  )

/** The URL without its secrets. Parse errors are dropped, because they quote the whole URL. */
const parse = (url: Redacted.Redacted<string>) =>
  Effect.suspend(() => {
    const text = Redacted.value(url)
    const parsed = URL.canParse(text) ? new URL(text) : undefined
    if (parsed === undefined || !["postgres:", "postgresql:"].includes(parsed.protocol)) {
      return Effect.fail(malformed)
    }
    return Effect.succeed(`${parsed.host}${parsed.pathname}`)
  })

const malformed = new DatabaseUnavailable({
  what: "DATABASE_URL is not the URL of a PostgreSQL database.",
  details:
    "Expected postgresql://user:password@host:5432/database; special characters in the password percent-encoded.",
  solution: "Correct DATABASE_URL, or remove it to use the embedded database."
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
