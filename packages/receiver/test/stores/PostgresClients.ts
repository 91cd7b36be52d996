/** Both clients of an empty database, while the tests of a suite run. */
import { Effect, Exit, Redacted, Scope } from "effect"
import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, beforeAll } from "vitest"
import type { Postgres } from "../../../../test/support/Databases.ts"

export const usePostgresClients = ({ emptyUrl }: Postgres) => {
  const scope = Scope.makeUnsafe()
  const clients = { pool: new Pool(), sql: postgres() }
  beforeAll(async () => {
    const url = Redacted.value(await Effect.runPromise(Scope.provide(emptyUrl, scope)))
    clients.pool = new Pool({ connectionString: url, max: 10 })
    clients.sql = postgres(url, { max: 10, onnotice: () => {} })
  })
  afterAll(async () => {
    await clients.pool.end()
    await clients.sql.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  return clients
}
