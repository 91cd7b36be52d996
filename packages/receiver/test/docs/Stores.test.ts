import { createReceiver, type Receiver } from "@heddle/receiver"
import { createTableSql, postgresStore } from "@heddle/receiver/postgres"
import { signRequest, sampleEvent } from "@heddle/receiver/testing"
import { Effect, Exit, ManagedRuntime, Redacted, Scope } from "effect"
import { glob, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest"
import { emptyPostgresUrl, hasPostgres, pglite } from "../../../../test/support/Databases.ts"
import { isLeftOut } from "../runtimes/Fetched.ts"
import { startWorker, workerd } from "../runtimes/Workers.ts"
import { secret } from "../support/Fixtures.ts"

const examples = fileURLToPath(new URL("../../examples/stores/", import.meta.url))
const page = await readFile(new URL("../../docs/stores.md", import.meta.url), "utf8")

/** Twice, and what it was answered. */
async function deliverTwice(receiver: Pick<Receiver, "fetch">, code: string): Promise<ReadonlyArray<unknown>> {
  const body = sampleEvent({ post: { code, like_count: 7 } })
  const signed = await signRequest({ secrets: secret, body })
  const answers = [await receiver.fetch(signed.request()), await receiver.fetch(signed.request())]
  return Promise.all(answers.map(async (answer) => (await answer.json()).code))
}
const onceOnly = ["handled", "duplicate"]

const scope = Scope.makeUnsafe()
const postgres = { url: "" }
beforeAll(async () => {
  vi.stubEnv("HEDDLE_WEBHOOK_SECRET", secret)
  vi.stubEnv("REDIS_URL", inject("redisUrl"))
  if (!hasPostgres) return
  postgres.url = Redacted.value(await Effect.runPromise(Scope.provide(emptyPostgresUrl, scope)))
  vi.stubEnv("DATABASE_URL", postgres.url)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

it("shows every example as it is", async () => {
  const missing: Array<string> = []
  for await (const name of glob("*.ts", { cwd: examples })) {
    const code = (await readFile(examples + name, "utf8")).trim()
    if (name !== "save.ts" && !page.includes(`\`\`\`ts\n${code}\n\`\`\``)) missing.push(name)
  }
  expect(missing).toEqual([])
})

describe.skipIf(inject("redisUrl") === undefined)("Redis", () => {
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

async function cutConnections() {
  const client = new Pool({ connectionString: postgres.url, max: 1 })
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
  )
  await client.end()
}

describe.skipIf(!hasPostgres)("PostgreSQL", () => {
  it("pg", async () => {
    const { client, receiver } = await import("../../examples/stores/pg.ts")
    expect(await deliverTwice(receiver, "pg")).toEqual(onceOnly)
    // A pool without a listener would end the process here.
    const logged = vi.spyOn(console, "error").mockImplementation(() => {})
    await cutConnections()
    await vi.waitFor(() => expect(logged).toHaveBeenCalled(), { timeout: 30_000 })
    expect(await deliverTwice(receiver, "pg after a restart")).toEqual(onceOnly)
    logged.mockRestore()
    await client.end()
  })

  it("the statement of the page makes the table of the store", async () => {
    expect(page).toContain(`\`\`\`sql\n${createTableSql().replaceAll('"', "")}\n\`\`\``)
    const client = new Pool({ connectionString: postgres.url })
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

  it("the queue", async () => {
    const { client, receiver, worker } = await import("../../examples/stores/postgres-queue.ts")
    const { saved } = await import("../../examples/stores/save.ts")
    expect(await deliverTwice(receiver, "queue")).toEqual(onceOnly)
    const queued = () => saved.filter(({ post }) => post.code === "queue")
    await expect.poll(queued, { timeout: 30_000 }).toHaveLength(1)
    await worker.stop()
    await client.end()
  })
})

it("Effect", async () => {
  const { makeReceiver } = await import("../../examples/stores/effect-sql.ts")
  const runtime = ManagedRuntime.make(pglite)
  expect(await deliverTwice(await runtime.runPromise(makeReceiver), "effect")).toEqual(onceOnly)
  await runtime.dispose()
})

it.skipIf(isLeftOut({ installed: workerd !== undefined }))("Durable Objects", async () => {
  const { port, close } = await startWorker({
    entry: `${examples}durable-object.ts`,
    variables: { HEDDLE_WEBHOOK_SECRET: secret },
    objects: "IdempotencyObject"
  })
  const overHttp = (request: Request) => fetch(new Request(`http://127.0.0.1:${port}/`, request))
  expect(await deliverTwice({ fetch: overHttp }, "object")).toEqual(onceOnly)
  await close()
})
