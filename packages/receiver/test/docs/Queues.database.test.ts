import type { Receiver } from "@heddle/receiver"
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { onPostgres } from "../../../../test/support/Databases.ts"
import { onRedis } from "../../../../test/support/Redis.ts"
import { useEmptyDatabase } from "../stores/PostgresClients.ts"
import { secret } from "../support/Fixtures.ts"
import { deliverTwice, onceOnly } from "./StoreExamples.ts"

const examples = fileURLToPath(new URL("../../examples/queues/", import.meta.url))
const page = await readFile(new URL("../../docs/queues.md", import.meta.url), "utf8")

beforeAll(() => void vi.stubEnv("HEDDLE_WEBHOOK_SECRET", secret))
afterAll(() => void vi.unstubAllEnvs())

it("shows the example of pg-boss as it is, and links to that of BullMQ", async () => {
  const code = (await readFile(`${examples}pg-boss.ts`, "utf8")).trim()
  expect(page).toContain(`\`\`\`ts\n${code}\n\`\`\``)
  expect(page).toContain("(../examples/queues/bullmq.ts)")
})

/** Delivered twice, and worked on once. */
async function expectOneJob(receiver: Pick<Receiver, "fetch">, code: string): Promise<void> {
  const { done } = await import("../../examples/queues/work.ts")
  expect(await deliverTwice(receiver, code)).toEqual(onceOnly)
  await expect.poll(() => done.filter(({ post }) => post.code === code), { timeout: 30_000 }).toHaveLength(1)
}

onPostgres("PostgreSQL", (postgres) => {
  const database = useEmptyDatabase(postgres)
  beforeAll(() => void vi.stubEnv("WEBHOOK_DATABASE_URL", database.url))

  it("pg-boss works on an event once, and queues none whose completion fails", async () => {
    const { boss, pool, receiver } = await import("../../examples/queues/pg-boss.ts")
    await expectOneJob(receiver, "pg-boss")
    const jobs = "SELECT 1 FROM pgboss.job WHERE data->'post'->>'code' = $1"
    expect((await pool.query(jobs, ["pg-boss"])).rows).toHaveLength(1)
    // The claim passes to another while the handler is between the job and the completion.
    vi.spyOn(console, "error").mockImplementation(() => {})
    const send = boss.send.bind(boss)
    vi.spyOn(boss, "send").mockImplementationOnce(async (name, data, options) => {
      await pool.query("UPDATE heddle_events SET owner = 'another' WHERE NOT completed")
      return send(name, data, options)
    })
    const signed = await signRequest({ secrets: secret, body: sampleEvent({ post: { code: "taken over" } }) })
    expect((await receiver.fetch(signed.request())).status).toBe(503)
    expect((await pool.query(jobs, ["taken over"])).rows).toEqual([])
    vi.restoreAllMocks()
    await boss.stop({ graceful: false })
    await pool.end()
  })
})

onRedis("Redis", (url) => {
  beforeAll(() => void vi.stubEnv("REDIS_URL", url))

  it("BullMQ works on an event once, also when the store has forgotten it", async () => {
    const { client, queue, receiver, worker } = await import("../../examples/queues/bullmq.ts")
    await expectOneJob(receiver, "bullmq")
    expect(await client.del("heddle:v1:keyword:bullmq:rule_sample")).toBe(1)
    await expectOneJob(receiver, "bullmq")
    expect(await queue.getJobCounts("wait", "active", "delayed", "completed")).toEqual({
      wait: 0,
      active: 0,
      delayed: 0,
      completed: 1
    })
    await worker.close()
    await queue.close()
    await client.close()
  })
})
