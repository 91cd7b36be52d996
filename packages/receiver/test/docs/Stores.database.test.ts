import { createReceiver } from "@heddle/receiver"
import { createTableSql, postgresStore } from "@heddle/receiver/postgres"
import { Effect, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { glob, readFile } from "node:fs/promises"
import { Pool } from "pg"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { onPostgres, pglite } from "../../../../test/support/Databases.ts"
import { onRedis } from "../../../../test/support/Redis.ts"
import { useEmptyDatabase } from "../stores/PostgresClients.ts"
import { secret } from "../support/Fixtures.ts"
import { deliverTwice, examples, onceOnly } from "./StoreExamples.ts"

const page = await readFile(new URL("../../docs/stores.md", import.meta.url), "utf8")

beforeAll(() => void vi.stubEnv("HEDDLE_WEBHOOK_SECRET", secret))
afterAll(() => void vi.unstubAllEnvs())

it("shows every example as it is, or links to it", async () => {
  const missing: Array<string> = []
  for await (const name of glob("*.ts", { cwd: examples })) {
    const code = (await readFile(examples + name, "utf8")).trim()
    const isLinked = page.includes(`(../examples/stores/${name})`)
    if (!isLinked && !page.includes(`\`\`\`ts\n${code}\n\`\`\``)) missing.push(name)
  }
  expect(missing).toEqual([])
})

onRedis("Redis", (url) => {
  beforeAll(() => void vi.stubEnv("REDIS_URL", url))

  it("redis", async () => {
    const { client, receiver } = await import("../../examples/stores/redis.ts")
    expect(await deliverTwice(receiver, "redis")).toEqual(onceOnly)
    await client.close()
  })

  it("ioredis", async () => {
    const { client, receiver } = await import("../../examples/stores/ioredis.ts")
    expect(await deliverTwice(receiver, "ioredis")).toEqual(onceOnly)
    client.disconnect()
  })
})

async function cutConnections(connectionString: string) {
  const client = new Pool({ connectionString, max: 1 })
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
  )
  await client.end()
}

onPostgres("PostgreSQL", (postgres) => {
  const database = useEmptyDatabase(postgres)
  beforeAll(() => void vi.stubEnv("WEBHOOK_DATABASE_URL", database.url))

  it("pg", async () => {
    const { client, receiver } = await import("../../examples/stores/pg.ts")
    expect(await deliverTwice(receiver, "pg")).toEqual(onceOnly)
    // A pool without a listener would end the process here.
    const logged = vi.spyOn(console, "error").mockImplementation(() => {})
    await cutConnections(database.url)
    await vi.waitFor(() => expect(logged).toHaveBeenCalled(), { timeout: 30_000 })
    expect(await deliverTwice(receiver, "pg after a restart")).toEqual(onceOnly)
    logged.mockRestore()
    await client.end()
  })

  it("the statement of the page makes the table of the store", async () => {
    expect(page).toContain(`\`\`\`sql\n${createTableSql().replaceAll('"', "")}\n\`\`\``)
    const client = new Pool({ connectionString: database.url })
    await client.query("CREATE SCHEMA by_hand")
    await client.query(createTableSql("by_hand.heddle_events"))
    const store = postgresStore({ client, table: "by_hand.heddle_events" })
    expect(await deliverTwice(createReceiver({ secrets: secret, store, handler: () => {} }), "ddl")).toEqual(onceOnly)
    await client.end()
  })

  it("the transaction", async () => {
    const { receiver, sql } = await import("../../examples/stores/postgres-transaction.ts")
    expect(await deliverTwice(receiver, "transaction")).toEqual(onceOnly)
    expect([...(await sql`SELECT post, likes FROM mentions`)]).toEqual([{ post: "transaction", likes: 7 }])
    await sql.end()
  })
})

it("Effect", async () => {
  const { makeReceiver } = await import("../../examples/stores/effect.ts")
  const runtime = ManagedRuntime.make(pglite)
  expect(await deliverTwice(await runtime.runPromise(makeReceiver), "effect")).toEqual(onceOnly)
  const rows = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT post, likes FROM mentions`)
  expect(await runtime.runPromise(rows)).toEqual([{ post: "effect", likes: 7 }])
  await runtime.dispose()
})
