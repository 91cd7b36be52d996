import { Config, Effect, Exit, Redacted, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { migrate } from "../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import { pgliteDump } from "./PgliteDump.ts"
import { createTemplate, templateName, withDatabase } from "./PostgresDatabases.ts"
import * as PostgresServer from "./PostgresServer.ts"
import * as RedisServer from "./RedisServer.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Of the run's PostgreSQL server. Undefined where there is none. */
    readonly postgresUrl: string | undefined
    /** Of the run's Redis server. Undefined where there is none. */
    readonly redisUrl: string | undefined
    /** File to begin an in-memory PGlite from. */
    readonly pgliteDump: string
  }
}

const requirePostgres = Config.Boolean("HEDDLE_TEST_REQUIRE_POSTGRES").pipe(Config.withDefault(false))

/** Nothing the tests write outlives them, so the server need not wait for the disk. */
const startPostgres = Effect.gen(function* () {
  const server = yield* PostgresServer.start({ fsync: false })
  const url = Redacted.value(server.url)
  yield* createTemplate(url)
  const template = Redacted.make(withDatabase(url, templateName))
  yield* Effect.provide(migrate, PostgresClient.layer({ url: template, maxConnections: 1 }))
  return url
})

const postgresUrl = Effect.gen(function* () {
  const required = yield* requirePostgres
  return yield* Effect.catchTag(startPostgres, "PostgresMissing", (missing) =>
    required
      ? Effect.fail(missing)
      : Effect.as(Effect.logWarning(`Tests on PostgreSQL are skipped. ${missing.message}`), undefined)
  )
})

const requireRedis = Config.Boolean("HEDDLE_TEST_REQUIRE_REDIS").pipe(Config.withDefault(false))

const redisUrl = Effect.gen(function* () {
  const required = yield* requireRedis
  return yield* Effect.catchTag(RedisServer.start(), "RedisMissing", (missing) =>
    required
      ? Effect.fail(missing)
      : Effect.as(Effect.logWarning(`Tests on Redis are skipped. ${missing.message}`), undefined)
  )
})

/** One PostgreSQL server, one Redis and one PGlite dump for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scope = Scope.makeUnsafe()
  const teardown = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    const [url, redis, dump] = await Effect.all([postgresUrl, redisUrl, pgliteDump], { concurrency: 3 }).pipe(
      Scope.provide(scope),
      Effect.runPromise
    )
    project.provide("postgresUrl", url)
    project.provide("redisUrl", redis)
    project.provide("pgliteDump", dump)
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}
