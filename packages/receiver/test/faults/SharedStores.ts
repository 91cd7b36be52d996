import { Redis } from "ioredis"
import { randomUUID } from "node:crypto"
import { Pool } from "pg"
import { createTableSql } from "@heddle/receiver/postgres"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { onLongRun } from "../../../../test/support/LongTests.ts"
import { onPostgres, type Postgres } from "../../../../test/support/Databases.ts"
import { onRedis } from "../../../../test/support/Redis.ts"
import { useEmptyDatabase } from "../stores/PostgresClients.ts"
import { advanceSql } from "../stores/PostgresTime.ts"
import { advanceRedis } from "../stores/RedisTime.ts"
import { effectsTable } from "./OpenStore.ts"
import type { StoreName } from "./Task.ts"

export interface Space {
  readonly store: StoreName
  readonly url: string
  readonly space: string
  readonly advance: (seconds: number) => Promise<unknown>
  /** Until nothing that a dead process has sent still runs. */
  readonly settled: () => Promise<void>
  /** Rows that the handler wrote, by post code. */
  readonly effects: () => Promise<ReadonlyArray<{ code: string; rows: number }>>
}

export const redisStores = ["redis", "ioredis"] as const
export const transactional = "postgres, in the handler's transaction"
export const postgresStores = ["pg", "postgres", transactional] as const

export type NewSpace = (store: StoreName) => Promise<Space>

const newName = () => `s${randomUUID().replaceAll("-", "")}`

function redisSpaces(url: string): NewSpace {
  const redis = new Redis(url, { lazyConnect: true })
  afterAll(() => redis.disconnect())
  return async (store) => {
    const space = newName()
    return {
      store,
      url,
      space,
      advance: (seconds) => advanceRedis(redis, space, seconds),
      settled: async () => {},
      effects: async () => []
    }
  }
}

/** In a database of its own, for as long as the tests of a suite run. */
function postgresSpaces(postgres: Postgres): NewSpace {
  const database = useEmptyDatabase(postgres)
  let pool = new Pool()
  beforeAll(() => {
    pool = new Pool({ connectionString: database.url, max: 5 })
    // The database may be dropped before the last connection has ended.
    pool.on("error", () => {})
  })
  afterAll(() => pool.end())
  return async (store) => {
    const space = newName()
    await pool.query(createTableSql(space))
    const effects = effectsTable(space)
    await pool.query(`CREATE TABLE ${effects} (code text NOT NULL)`)
    return {
      store,
      url: database.url,
      space,
      advance: (seconds) => pool.query(advanceSql(space, seconds)),
      settled: () => {
        const sessions = () => pool.query("SELECT pid FROM pg_stat_activity WHERE application_name = $1", [space])
        return expect.poll(async () => (await sessions()).rows, { timeout: 50_000, interval: 5 }).toEqual([])
      },
      effects: async () =>
        (await pool.query(`SELECT code, count(*)::int AS rows FROM ${effects} GROUP BY code ORDER BY code`)).rows
    }
  }
}

/**
 * Declares the same tests over these stores, on servers that several processes share. The second driver of each server
 * has them only in a long run: it sends the same statements.
 */
export function overStores(
  subject: string,
  stores: ReadonlyArray<StoreName>,
  declare: (store: StoreName, newSpace: NewSpace) => void
): void {
  const declareAll = (names: ReadonlyArray<StoreName>, newSpace: NewSpace) => {
    for (const store of names) {
      const declareStore = store === "ioredis" || store === "postgres" ? onLongRun : describe
      declareStore(`over ${store}`, () => {
        declare(store, newSpace)
      })
    }
  }
  const isRedis = (store: StoreName) => redisStores.some((name) => name === store)
  onRedis(`${subject} on Redis`, (url) => declareAll(stores.filter(isRedis), redisSpaces(url)))
  onPostgres(`${subject} on PostgreSQL`, (postgres) =>
    declareAll(
      stores.filter((store) => !isRedis(store)),
      postgresSpaces(postgres)
    )
  )
}
