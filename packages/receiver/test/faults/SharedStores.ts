import { Effect, Exit, Redacted, Scope } from "effect"
import { Redis } from "ioredis"
import { randomUUID } from "node:crypto"
import { Pool } from "pg"
import { createTableSql } from "@heddle/receiver/postgres"
import { afterAll, beforeAll, inject } from "vitest"
import { emptyPostgresUrl, hasPostgres } from "../../../../test/support/Databases.ts"
import { advanceSql } from "../stores/PostgresTime.ts"
import { advanceRedis } from "../stores/RedisTime.ts"
import { effectsTable } from "./OpenStore.ts"
import type { StoreName } from "./Task.ts"

export interface Space {
  readonly store: StoreName
  readonly url: string
  readonly space: string
  readonly advance: (seconds: number) => Promise<unknown>
  /** Rows that the handler wrote, by post code. */
  readonly effects: () => Promise<ReadonlyArray<{ code: string; rows: number }>>
}

export const redisStores: ReadonlyArray<StoreName> = ["redis", "ioredis"]
export const postgresStores: ReadonlyArray<StoreName> = ["pg", "postgres", "postgres, in the handler's transaction"]
export const missing = (store: StoreName) =>
  redisStores.includes(store) ? inject("redisUrl") === undefined : !hasPostgres

/** Servers that several processes share, for the length of a test file. */
export function sharedStores(): (store: StoreName) => Promise<Space> {
  const scope = Scope.makeUnsafe()
  const redisUrl = inject("redisUrl") ?? "redis://none"
  const redis = new Redis(redisUrl, { lazyConnect: true })
  let url = ""
  let pool = new Pool()
  beforeAll(async () => {
    if (!hasPostgres) return
    url = Redacted.value(await Effect.runPromise(Scope.provide(emptyPostgresUrl, scope)))
    pool = new Pool({ connectionString: url, max: 5 })
  })
  afterAll(async () => {
    redis.disconnect()
    await pool.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  return async (store) => {
    const space = `s${randomUUID().replaceAll("-", "")}`
    if (redisStores.includes(store)) {
      return {
        store,
        url: redisUrl,
        space,
        advance: (seconds) => advanceRedis(redis, space, seconds),
        effects: async () => []
      }
    }
    await pool.query(createTableSql(space))
    const effects = effectsTable(space)
    await pool.query(`CREATE TABLE ${effects} (code text NOT NULL)`)
    return {
      store,
      url,
      space,
      advance: (seconds) => pool.query(advanceSql(space, seconds)),
      effects: async () =>
        (await pool.query(`SELECT code, count(*)::int AS rows FROM ${effects} GROUP BY code ORDER BY code`)).rows
    }
  }
}
