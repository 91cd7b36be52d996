import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomUUID } from "node:crypto"
import { distribute } from "./Citus.ts"
import type { PostgresAddress } from "./Services.ts"

/** A migrated template, copied for each test file. */
export const templateName = "heddle_template"

export const withDatabase = (url: string, database: string): string => {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** Ends with the process, because a connection costs as much as a small test. */
const connections = new Map<string, Effect.Effect<PgClient.PgClient>>()

const connectionTo = (serverUrl: string): Effect.Effect<PgClient.PgClient> => {
  const open = connections.get(serverUrl) ?? Effect.runSync(Effect.cached(connect(serverUrl)))
  connections.set(serverUrl, open)
  return open
}

const connect = (serverUrl: string) =>
  PgClient.makeClient({ url: Redacted.make(serverUrl) }).pipe(
    Scope.provide(Scope.makeUnsafe()),
    Effect.provide(Reactivity.layer),
    Effect.orDie
  )

const admin = (serverUrl: string, statement: string) =>
  Effect.flatMap(connectionTo(serverUrl), (sql) => Effect.orDie(sql.unsafe(statement)))

export const createTemplate = (serverUrl: string) => admin(serverUrl, `CREATE DATABASE ${templateName}`)

const createDatabase = (serverUrl: string, name: string, template: string) =>
  Effect.acquireRelease(admin(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`), () =>
    admin(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  )

/** A new database, migrated by default, which is dropped when the scope closes. With a worker, its posts are distributed. */
export const freshDatabase = Effect.fn("freshDatabase")(function* (
  { url: serverUrl, clientUrl, workerUrl }: PostgresAddress,
  template = templateName
) {
  const name = `test_${randomUUID().replaceAll("-", "")}`
  yield* createDatabase(serverUrl, name, template)
  if (workerUrl !== undefined && template === templateName) {
    yield* createDatabase(workerUrl, name, "template1")
    yield* distribute(withDatabase(serverUrl, name), withDatabase(workerUrl, name))
  }
  return {
    url: Redacted.make(withDatabase(clientUrl, name)),
    /** Where notifications arrive, if `url` leads to a pooler. */
    listenUrl: clientUrl === serverUrl ? undefined : Redacted.make(withDatabase(serverUrl, name))
  }
})
