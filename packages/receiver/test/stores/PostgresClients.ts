/** An empty database, while the tests of a suite run. */
import { Effect, Exit, Redacted, Scope } from "effect"
import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, beforeAll } from "vitest"
import type { Postgres } from "../../../../test/support/Databases.ts"

/** Its URL, once the tests run. */
export const useEmptyDatabase = ({ emptyUrl }: Postgres) => {
  const scope = Scope.makeUnsafe()
  const database = { url: "" }
  beforeAll(async () => {
    database.url = Redacted.value(await Effect.runPromise(Scope.provide(emptyUrl, scope)))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return database
}

/** Both clients of it. */
export const usePostgresClients = (given: Postgres) => {
  const database = useEmptyDatabase(given)
  const clients = { pool: new Pool(), sql: postgres() }
  beforeAll(() => {
    clients.pool = new Pool({ connectionString: database.url, max: 10 })
    clients.sql = postgres(database.url, { max: 10, onnotice: () => {} })
  })
  afterAll(async () => {
    await clients.pool.end()
    await clients.sql.end()
  })
  return clients
}
