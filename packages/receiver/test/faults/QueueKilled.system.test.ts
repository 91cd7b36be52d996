import { createReceiver } from "@heddle/receiver"
import { postgresQueue } from "@heddle/receiver/postgres"
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { Pool } from "pg"
import { afterEach, expect, it } from "vitest"
import { onPostgres } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { firstSeed, withSeed } from "../../../../test/support/Seeds.ts"
import { secret } from "../support/Fixtures.ts"
import { newLog, readLog, runQueue, type Running } from "./Processes.ts"
import { type NewSpace, postgresSpaces } from "./SharedStores.ts"

const poll = { timeout: 50_000, interval: 5 }
const killed = [[null, "SIGKILL"], ""]

const workers: Array<Running> = []
afterEach(() => {
  for (const { child } of workers.splice(0)) child.kill("SIGKILL")
})

/** A queue whose processes can be killed, and what is left of them. */
async function makeQueue(newSpace: NewSpace) {
  const space = await newSpace("pg")
  const pool = new Pool({ connectionString: space.url, max: 3 })
  // The database may be dropped before the last connection has ended.
  pool.on("error", () => {})
  const jobsTable = `${space.space}_jobs`
  const options = { client: pool, table: space.space, jobsTable, handler: () => {}, onFailure: () => {} }
  const queue = postgresQueue(options)
  await queue.createTables()
  const receiver = createReceiver({ secrets: secret, store: queue.store, handler: queue.accept })
  const log = newLog()
  const task = { url: space.url, space: space.space, lanes: 1, failing: false, log }
  const logged = (word: string) => readLog(log).flatMap(([first, second = ""]) => (first === word ? [second] : []))
  return {
    task,
    logged,
    deliver: async (code: string) => {
      const signed = await signRequest({ secrets: secret, body: sampleEvent({ post: { code } }) })
      return (await receiver.handle(signed)).code
    },
    jobs: async (): Promise<number> =>
      (await pool.query(`SELECT count(*)::int AS jobs FROM ${jobsTable}`)).rows[0].jobs,
    /** Until every lease has ended and every delay is over. */
    pass: async () => {
      await space.settled()
      await space.advance(3601)
      await pool.query(`UPDATE ${jobsTable} SET due_at = due_at - interval '2 hours'`)
    },
    work: (lanes: number) => {
      const worker = runQueue({ ...task, role: "work", lanes })
      workers.push(worker)
      return worker
    },
    close: () => pool.end()
  }
}

onPostgres("kill -9 of a process that accepts", (postgres) => {
  const newSpace = postgresSpaces(postgres)
  // Claim, add the job and complete the claim, complete once more.
  const points = [1, 2, 3].flatMap((number) => [`before statement ${number}`, `after statement ${number}`])

  it.each(points)("%s: the event is worked once the sender has repeated it", async (crashAt) => {
    const { task, deliver, pass, work, jobs, logged, close } = await makeQueue(newSpace)
    const { ended, errors } = runQueue({ ...task, role: "receive", crashAt })
    expect([await ended, errors()]).toEqual(killed)
    const accepted = await jobs()
    await pass()
    expect(await deliver("one")).toBe(accepted === 1 ? "duplicate" : "handled")
    work(1)
    await expect.poll(jobs, poll).toBe(0)
    expect(logged("end")).toEqual(["one"])
    expect(await deliver("one")).toBe("duplicate")
    await close()
  })
})

onPostgres("kill -9 of a worker", (postgres) => {
  const newSpace = postgresSpaces(postgres)
  // Take, run, finish or retry.
  const points = ["before statement 1", "after statement 1", "in handler", "before statement 2", "after statement 2"]

  it.each(
    points.flatMap((crashAt) => [
      { crashAt, failing: false },
      { crashAt, failing: true }
    ])
  )("$crashAt, failing $failing: the event is never gone before a run has ended well", async ({ crashAt, failing }) => {
    const { task, deliver, pass, work, jobs, logged, close } = await makeQueue(newSpace)
    expect(await deliver("one")).toBe("handled")
    const { ended, errors } = runQueue({ ...task, role: "work", crashAt, failing })
    expect([await ended, errors()]).toEqual(killed)
    const isDone = crashAt === "after statement 2" && !failing
    expect([await jobs(), logged("end").length >= 1]).toEqual([
      isDone ? 0 : 1,
      isDone || (crashAt === "before statement 2" && !failing)
    ])
    await pass()
    work(1)
    await expect.poll(jobs, poll).toBe(0)
    expect(new Set(logged("end"))).toEqual(new Set(["one"]))
    expect(await deliver("one")).toBe("duplicate")
    await close()
  })
})

onPostgres("random kills of workers", (postgres) => {
  const newSpace = postgresSpaces(postgres)
  const kills = runs(3)
  const events = 20 * kills

  it(
    "lose no event, and none is gone whose run did not end",
    () =>
      withSeed(firstSeed, async ({ below }) => {
        const { deliver, pass, work, jobs, logged, close } = await makeQueue(newSpace)
        for (let index = 1; index <= events; index += 1) expect(await deliver(`p${index}`)).toBe("handled")
        for (let kill = 1; kill <= kills; kill += 1) {
          const before = logged("start").length
          const { child, ended, errors } = work(8)
          const steps = below(16)
          await expect
            .poll(async () => logged("start").length - before > steps || (await jobs()) === 0, poll)
            .toBe(true)
          child.kill("SIGKILL")
          expect([await ended, errors()]).toEqual(killed)
          expect(new Set(logged("end")).size).toBeGreaterThanOrEqual(events - (await jobs()))
          await pass()
        }
        work(8)
        await expect.poll(jobs, poll).toBe(0)
        expect(new Set(logged("end")).size).toBe(events)
        expect(logged("failed")).toEqual([])
        await close()
      }),
    60_000 + kills * 20_000
  )
})
