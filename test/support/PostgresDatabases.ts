import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomUUID } from "node:crypto"

/** A migrated template, copied for each test file. */
export const templateName = "heddle_template"

export const withDatabase = (url: string, database: string): string => {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

const admin = (serverUrl: string, statement: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* PgClient.makeClient({ url: Redacted.make(serverUrl) })
      yield* sql.unsafe(statement)
    })
  ).pipe(Effect.provide(Reactivity.layer), Effect.orDie)

export const createTemplate = (serverUrl: string) => admin(serverUrl, `CREATE DATABASE ${templateName}`)

/** The URL of a new database, migrated by default, which is dropped when the scope closes. */
export const freshDatabase = Effect.fn("freshDatabase")(function* (serverUrl: string, template = templateName) {
  const name = `test_${randomUUID().replaceAll("-", "")}`
  yield* Effect.acquireRelease(admin(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`), () =>
    admin(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  )
  return Redacted.make(withDatabase(serverUrl, name))
})
