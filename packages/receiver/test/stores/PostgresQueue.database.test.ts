import { createReceiver, type EventContext, ReceiverConfigError, type WebhookEvent } from "@heddle/receiver"
import {
  type JobFailure,
  type PostgresClient,
  postgresQueue,
  type PostgresQueueOptions
} from "@heddle/receiver/postgres"
import { sampleEvent, sampleTestEvent } from "@heddle/receiver/testing"
import { expect, it } from "vitest"
import { onPostgres } from "../../../../test/support/Databases.ts"
import { Clock, gate, secret, sign } from "../support/Fixtures.ts"
import { usePostgresClients } from "./PostgresClients.ts"

interface Run {
  readonly event: WebhookEvent
  readonly context: EventContext
}

onPostgres("PostgresQueue", (postgres) => {
  const database = usePostgresClients(postgres)

  let tables = 0
  const newQueue = async (options: Partial<PostgresQueueOptions> = {}, client: PostgresClient = database.pool) => {
    const number = (tables += 1)
    const names = { table: `queue_events_${number}`, jobsTable: `queue_jobs_${number}` }
    const runs: Array<Run> = []
    const failures: Array<JobFailure> = []
    const make = (more: Partial<PostgresQueueOptions> = {}) =>
      postgresQueue({
        client,
        ...names,
        pollSeconds: 0.02,
        handler: (event, context) => void runs.push({ event, context }),
        onFailure: (failure) => failures.push(failure),
        ...options,
        ...more
      })
    const queue = make()
    await queue.createTables()
    const clock = new Clock()
    const receiver = createReceiver({ secrets: secret, store: queue.store, handler: queue.accept, now: clock.now })
    const waiting = async () => (await database.pool.query(`SELECT * FROM ${names.jobsTable} ORDER BY id`)).rows
    const advance = (seconds: number) =>
      database.pool.query(`UPDATE ${names.jobsTable} SET due_at = due_at - interval '${seconds} seconds'`)
    return { queue, make, receiver, runs, failures, waiting, advance, names }
  }

  it.each([
    ["pg", () => database.pool],
    ["postgres", () => database.sql]
  ] satisfies ReadonlyArray<[string, () => PostgresClient]>)(
    "acknowledges first and runs later, once, over %s",
    async (_, client) => {
      const { queue, receiver, runs, waiting } = await newQueue({}, client())
      const signed = await sign({ key: "evt_1", attempt: 2 })
      expect((await receiver.handle(signed)).code).toBe("handled")
      expect((await receiver.handle(signed)).code).toBe("duplicate")
      expect([runs.length, (await waiting()).length]).toEqual([0, 1])
      const worker = queue.startWorker()
      await expect.poll(waiting).toEqual([])
      await worker.stop()
      expect(runs).toHaveLength(1)
      expect(runs[0]).toMatchObject({
        event: sampleEvent(),
        context: {
          eventKey: "v1:keyword:C9xSample01:rule_sample",
          idempotencyKey: "evt_1",
          attempt: 1,
          signedAt: 1_760_000_000,
          receivedAt: new Date(1_760_000_000_000),
          claim: null
        }
      })
      expect(new Uint8Array(runs[0]?.context.rawBody ?? [])).toEqual(signed.body)
    }
  )

  it("a test event is queued as well, each time", async () => {
    const { queue, receiver, runs } = await newQueue()
    const signed = await sign({ body: sampleTestEvent(), key: undefined })
    for (let time = 1; time <= 2; time += 1) expect((await receiver.handle(signed)).code).toBe("handled")
    const worker = queue.startWorker()
    await expect.poll(() => runs.length).toBe(2)
    await worker.stop()
  })

  it("an event whose claim passed to another is not queued", async () => {
    const { queue, receiver, waiting, names } = await newQueue()
    const slow = createReceiver({
      secrets: secret,
      store: queue.store,
      now: new Clock().now,
      handler: async (event, context) => {
        await database.pool.query(`UPDATE ${names.table} SET lease_until = lease_until - interval '1 hour'`)
        expect((await receiver.handle(await sign())).code).toBe("handled")
        await queue.accept(event, context)
      }
    })
    expect((await slow.handle(await sign())).code).toBe("lease_lost")
    expect(await waiting()).toHaveLength(1)
  })

  it("a job that fails runs again after a while, and stays as failed in the end", async () => {
    const { queue, receiver, failures, waiting, advance } = await newQueue({
      maxAttempts: 3,
      handler: () => Promise.reject(new Error("no"))
    })
    await receiver.handle(await sign())
    const worker = queue.startWorker()
    for (const [runs, seconds] of [
      [1, 30],
      [2, 60],
      [3, 0]
    ] as const) {
      await expect.poll(() => failures.length).toBe(runs)
      const [job] = await waiting()
      expect(job).toMatchObject({ attempts: runs, owner: null })
      const { rows } = await database.pool.query("SELECT extract(epoch FROM $1::timestamptz - now())::float8 AS left", [
        job.due_at
      ])
      expect(rows[0].left).toBeLessThanOrEqual(seconds)
      await advance(seconds + 1)
    }
    await worker.stop()
    expect(failures.map(({ error, final }) => [error.code, final])).toEqual([
      ["handler_failed", false],
      ["handler_failed", false],
      ["handler_failed", true]
    ])
    expect(failures[0]?.error.cause).toMatchObject({ message: "no" })
    expect(await waiting()).toMatchObject([{ attempts: 3, failed_at: expect.any(Date) }])
  })

  it("a job whose worker died is taken again after its lease; the dead one can change nothing", async () => {
    const { open, opened } = gate()
    const started = gate()
    const { make, receiver, runs, failures, waiting, advance } = await newQueue()
    const dying = make({
      handler: async () => {
        started.open()
        await opened
      }
    }).startWorker()
    await receiver.handle(await sign())
    await started.opened
    const stopped = dying.stop()
    await advance(61)
    const worker = make().startWorker()
    await expect.poll(waiting).toEqual([])
    open()
    await stopped
    await worker.stop()
    expect(runs.map(({ context }) => context.attempt)).toEqual([2])
    expect(failures.map(({ error, final }) => [error.code, final])).toEqual([["lease_lost", false]])
  })

  it("an event that kills each worker is given up after maxAttempts, without another run", async () => {
    const { queue, receiver, runs, failures, waiting, names } = await newQueue({ maxAttempts: 3 })
    await receiver.handle(await sign())
    await database.pool.query(`UPDATE ${names.jobsTable} SET attempts = 3, owner = 'killed'`)
    const worker = queue.startWorker()
    await expect.poll(() => failures.length).toBe(1)
    await worker.stop()
    expect(failures).toMatchObject([{ error: { code: "handler_failed" }, attempts: 4, final: true }])
    expect([failures[0]?.error.eventKey, runs]).toEqual(["v1:keyword:C9xSample01:rule_sample", []])
    expect(await waiting()).toMatchObject([{ attempts: 4, failed_at: expect.any(Date) }])
  })

  it("four workers with five lanes each run 200 jobs once each", async () => {
    const { make, receiver, runs, failures, waiting } = await newQueue({ concurrency: 5 })
    for (let index = 0; index < 200; index += 1) {
      await receiver.handle(await sign({ body: sampleEvent({ post: { code: `p${index}` } }) }))
    }
    const workers = Array.from({ length: 4 }, () => make().startWorker())
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(failures).toEqual([])
    expect(new Set(runs.map(({ event }) => event.post.code)).size).toBe(200)
    expect(runs).toHaveLength(200)
  })

  it("a queue that cannot be reached is told, and looked for again", async () => {
    const failures: Array<JobFailure> = []
    const down = { query: () => Promise.reject(new Error("down")) }
    const onFailure = (failure: JobFailure) => failures.push(failure)
    const worker = postgresQueue({ client: down, handler: () => {}, onFailure, pollSeconds: 0.01 }).startWorker()
    await expect.poll(() => failures.length).toBeGreaterThan(1)
    await worker.stop()
    expect(failures[0]).toMatchObject({ error: { code: "store_failed" }, attempts: 0, final: false })
  })

  it("does not start without onFailure", () => {
    const options = { client: database.pool, handler: () => {}, onFailure: JSON.parse("null") }
    expect(() => postgresQueue(options)).toThrow(ReceiverConfigError)
  })
})
