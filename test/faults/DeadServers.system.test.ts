/**
 * Two servers on one PostgreSQL under load with `Idempotency-Key`: one is killed, later one is paused and comes back.
 * Calls that were cut off are repeated on the other within seconds, each key is charged once, and no credits stay held.
 * HEDDLE_TEST_RUNS multiplies the failures.
 */
import { Effect, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { assert, it } from "vitest"
import { onLongRun } from "../support/LongTests.ts"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, type HeddleProcess, runHeddle, startHeddle } from "../support/HeddleProcess.ts"
import { createAccount } from "../support/Operator.ts"
import { runs } from "../support/Runs.ts"
import { type Choices, firstSeed, withSeed } from "../support/Seeds.ts"
import { matching, wombats } from "./Callers.ts"
import { callThroughFailures, type SeenCall } from "./KeyedCallers.ts"

const failures = runs(1)
const callers = 16
/** The lease of a process, and time to notice. A claim would hold its key for 150 s, a hold its credits for 120 s. */
const recoveryMillis = 25_000
/** Longer than a lease: the other server has ended it by then. */
const pausedMillis = 15_000

const key = Buffer.alloc(32, 7).toString("base64")

const costsOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ request_id: string; cost: string }>(
    "SELECT request_id, cost FROM usage_entries WHERE request_id IS NOT NULL"
  )
  return new Map(rows.map(({ request_id, cost }) => [request_id, Number(cost)]))
}

const assertOnce = (calls: ReadonlyArray<SeenCall>, costs: ReadonlyMap<string, number>) => {
  const requests = calls.flatMap((call) => call.requests)
  const slowest = Math.max(...calls.map(({ recoveredAfterMillis }) => recoveredAfterMillis))
  process.stdout.write(
    `${failures} kills and pauses, ${calls.length} calls, ${requests.length - calls.length} repeats, ` +
      `slowest ${slowest} ms after its first failure\n`
  )
  for (const { requests } of calls) {
    assert.strictEqual(requests.at(-1)?.status, 200)
    assert.lengthOf(
      requests.filter(({ requestId }) => costs.has(requestId)),
      1,
      "each key is charged once"
    )
  }
  for (const { requestId, status, cost, replayed, detail } of requests) {
    assert.include([200, 409, 503, undefined], status, detail)
    if (status === 200 && !replayed) assert.strictEqual(costs.get(requestId), cost)
    if (/othing was charged|was not charged/.test(detail)) assert.isFalse(costs.has(requestId), detail)
  }
  assert.isBelow(slowest, recoveryMillis)
}

const run = (url: string) =>
  withSeed(firstSeed, async ({ below }: Choices) => {
    const dataDir = await mkdtemp(join(tmpdir(), "heddle-dead-"))
    // Calls that hang with the dead server would keep others of the account from running.
    const env = { DATABASE_URL: url, HEDDLE_ENCRYPTION_KEY: key, HEDDLE_RATE_LIMIT: "0", HEDDLE_RUNNING_CALLS: "0" }
    const places = [await choosePlace(join(dataDir, "one"), env), await choosePlace(join(dataDir, "two"), env)] as const
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    let [one, two] = await Promise.all([startHeddle(places[0]), startHeddle(places[1])])
    /** Where callers go next; those of the dead or paused server go to the other one. */
    let open: ReadonlyArray<HeddleProcess> = [one, two]
    try {
      const account = await createAccount(two, { plan: "standard", credits: 100_000_000 })
      const now = Math.floor(Date.now() / 1000)
      const ingested = await fetch(`${two.operatorUrl}/ingest`, { method: "POST", body: wombats(now) })
      assert.deepInclude(await ingested.json(), { accepted: matching })
      let done = false
      const all = Array.from({ length: callers }, (_, index) =>
        callThroughFailures(() => open[index % open.length] ?? two, account, { keyed: true, stopped: () => done })
      )
      for (let failure = 0; failure < failures; failure += 1) {
        await sleep(1_000 + below(1_000))
        open = [two]
        await one.kill()
        await sleep(1_000)
        one = await startHeddle(places[0])
        open = [one, two]
        await sleep(1_000 + below(1_000))
        open = [two]
        process.kill(one.pid, "SIGSTOP")
        await sleep(pausedMillis)
        process.kill(one.pid, "SIGCONT")
        open = [one, two]
      }
      await sleep(2_000)
      done = true
      assertOnce((await Promise.all(all)).flat(), await costsOf(client))
      const held = async () => (await client.query("SELECT id FROM credit_holds")).rows.length
      await eventually("no call holds credits", async () => (await held()) === 0, recoveryMillis)
      assert.include(await runHeddle(["doctor", "--ledger"], places[1].env), "grants − entries − open holds = balance")
    } finally {
      await client.end()
      await Promise.all([one.kill(), two.kill()])
      await rm(dataDir, { recursive: true, force: true })
    }
  })

onLongRun("servers that die or pause", () => {
  onPostgres("two servers", ({ freshUrl }) => {
    it(
      "a server that dies or pauses delays the calls it ran for seconds",
      () =>
        Effect.flatMap(freshUrl, (url) => Effect.promise(() => run(Redacted.value(url)))).pipe(
          Effect.scoped,
          Effect.runPromise
        ),
      300_000 + failures * 60_000
    )
  })
})
