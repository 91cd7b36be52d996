import type { HandlerContext, IdempotencyStore } from "@heddle/receiver"
import { postgresStore } from "@heddle/receiver/postgres"
import { redisStore } from "@heddle/receiver/redis"
import type { CrashPoint, StoreName } from "./Task.ts"

export interface Opened {
  readonly store: IdempotencyStore
  /** Writes a row in the transaction that completes the event. */
  readonly sideEffect?: (code: string, context: HandlerContext, crashAt: (point: CrashPoint) => void) => Promise<void>
  readonly close: () => Promise<unknown>
}

interface Where {
  readonly store: StoreName
  readonly url: string
  readonly space: string
}

export const effectsTable = (space: string) => `${space}_effects`

/** Loads one client only: starting these processes is most of what their tests take. */
export async function openStore({ store, url, space }: Where): Promise<Opened> {
  if (store === "redis") {
    const { createClient } = await import("redis")
    const client = createClient({ url })
    await client.connect()
    return { store: redisStore({ client, prefix: space }), close: () => client.close() }
  }
  if (store === "ioredis") {
    const { Redis } = await import("ioredis")
    const client = new Redis(url)
    return { store: redisStore({ client, prefix: space }), close: () => client.quit() }
  }
  if (store === "pg") {
    const { Pool } = await import("pg")
    const client = new Pool({ connectionString: url, max: 5, application_name: space })
    return { store: postgresStore({ client, table: space }), close: () => client.end() }
  }
  const { default: postgres } = await import("postgres")
  const sql = postgres(url, { max: 5, onnotice: () => {}, connection: { application_name: space } })
  const opened = postgresStore({ client: sql, table: space })
  if (store === "postgres") return { store: opened, close: () => sql.end() }
  return {
    store: opened,
    close: () => sql.end(),
    sideEffect: async (code, context, crashAt) => {
      await sql.begin(async (transaction) => {
        await transaction`INSERT INTO ${transaction(effectsTable(space))} (code) VALUES (${code})`
        await opened.completeIn(transaction, context)
        crashAt("in transaction")
      })
      crashAt("after transaction")
    }
  }
}
