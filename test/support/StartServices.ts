/** Starts one PostgreSQL server, one Redis and one migrated PGlite database for all projects of a run. */
import { Effect, Exit, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { TestProject } from "vitest/node"
import { migrate } from "../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import { makeMigratedPglite } from "./MigratedPglite.ts"
import { startCitus } from "./CitusServers.ts"
import { pgBouncer } from "./PgBouncer.ts"
import { createTemplate, templateName, withDatabase } from "./PostgresDatabases.ts"
import * as PostgresServer from "./PostgresServer.ts"
import * as RedisServer from "./RedisServer.ts"
import type { Services } from "./Services.ts"
import { citusFolder, isThroughPooler } from "./TestSettings.ts"

const startPostgres = Effect.gen(function* () {
  const citus = citusFolder === undefined ? undefined : yield* startCitus(citusFolder)
  const serverUrl = citus?.coordinator ?? (yield* PostgresServer.start({ inMemory: true })).url
  const url = Redacted.value(serverUrl)
  yield* createTemplate(url)
  const template = Redacted.make(withDatabase(url, templateName))
  yield* Effect.provide(migrate, PostgresClient.layer({ url: template, maxConnections: 1 }))
  const clientUrl = isThroughPooler
    ? Redacted.value(yield* pgBouncer.open().start(serverUrl, ["max_prepared_statements = 200"]))
    : url
  return {
    postgres: { url, clientUrl, ...(citus === undefined ? {} : { workerUrl: Redacted.value(citus.worker) }) },
    hasPgVector: yield* Effect.provide(hasPgVector, PostgresClient.layer({ url: template, maxConnections: 1 }))
  }
})

const hasPgVector = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT 1 FROM pg_available_extensions
    WHERE name = 'vector' AND string_to_array(default_version, '.')::int[] >= '{0,8}'`
  return rows.length > 0
})

const noPostgres = { postgres: undefined, hasPgVector: false }

const servers = Effect.all(
  {
    postgres: Effect.catchTag(startPostgres, "PostgresMissing", () => Effect.succeed(noPostgres)),
    redisUrl: Effect.catchTag(RedisServer.start(), "RedisMissing", () => Effect.undefined),
    pglite: makeMigratedPglite
  },
  { concurrency: "unbounded" }
)

const start: Effect.Effect<Services, unknown, Scope.Scope> = Effect.map(servers, ({ postgres, ...others }) => ({
  ...postgres,
  ...others
}))

interface Run {
  readonly scope: Scope.Closeable
  readonly services: Promise<Services>
  users: number
}

/** Each project evaluates this module again; only the global object is shared. */
declare global {
  var heddleTestRun: Run | undefined
}

const join = (): Run => {
  if (globalThis.heddleTestRun === undefined) {
    const scope = Scope.makeUnsafe()
    globalThis.heddleTestRun = { scope, services: Effect.runPromise(Scope.provide(start, scope)), users: 0 }
  }
  globalThis.heddleTestRun.users += 1
  return globalThis.heddleTestRun
}

const leave = async (run: Run): Promise<void> => {
  run.users -= 1
  if (run.users > 0) return
  globalThis.heddleTestRun = undefined
  await Effect.runPromise(Scope.close(run.scope, Exit.void))
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = join()
  try {
    project.provide("services", await run.services)
  } catch (error) {
    await leave(run)
    throw error
  }
  return () => leave(run)
}
