/**
 * `kill -9` of the server while a recovery sends failed events again, at whatever moment that is: after each restart the
 * job goes on where it was. In the end every event was delivered under its own key, those that had been refunded were paid
 * once, and the others not again. HEDDLE_TEST_RUNS multiplies the jobs.
 */
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "vitest"
import { checkLedger } from "../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"
import { runs } from "../support/Runs.ts"
import { type Choices, withSeeds } from "../support/Seeds.ts"
import { eventPrice, onDatabase } from "./KillChecks.ts"
import { startStrictReceiver } from "./StrictReceiver.ts"

const jobs = runs(1)
/** The first falls into the job; the second may come after its end. */
const kills = 2
/** Within the minute's 1,000 requests, with room for attempts that a kill cuts off. */
const events = 600
const refunded = 90
const credits = 100_000
/** The lease of a job, and of an attempt, whose process died. */
const settleMillis = 120_000

/** Events that failed an hour ago; the first of them were refunded. */
const addFailed = (url: string, { id }: Account, endpointId: string) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        Effect.andThen(
          sql`
            INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, body,
              attempt, failures, created_at, finished_at, refunded_at)
            SELECT ${id}, 'evt_' || n, ${endpointId}, 'rule', 'trending', 'post-' || n, n, 'failed',
              json_build_object('rule', json_build_object('id', 'rule'), 'post', json_build_object('code', 'post-' || n)),
              11, 11, now() - interval '2 hours', now() - interval '1 hour' + n * interval '1 second',
              CASE WHEN n <= ${refunded} THEN now() - interval '1 hour' END
            FROM generate_series(1, ${events}) AS n`,
          sql`
            UPDATE webhook_queues SET last_sequence = ${events}, concurrency = 8
            WHERE account_id = ${id} AND endpoint_id = ${endpointId}`
        )
      )
    )
  )

const stored = (url: string, { id }: Account) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const states = yield* sql`SELECT state, count(*)::int AS events FROM webhook_events GROUP BY 1`
      const charges = yield* sql<{ event: string; cost: number }>`
        SELECT parameters ->> 'event' AS event, sum(cost)::int AS cost FROM usage_entries
        WHERE account_id = ${id} AND api_type = 'webhook' GROUP BY 1`
      const [rest] = yield* sql`
        SELECT (SELECT count(*)::int FROM credit_holds) AS holds,
          (SELECT sum(in_flight)::int FROM webhook_queues) AS flying`
      return { states, charges, rest, wrong: yield* checkLedger }
    })
  )

const run = async (url: string, { below }: Choices) => {
  const dataDir = await makeDataDir()
  const receiver = await startStrictReceiver(() => false)
  const place = await choosePlace(dataDir, { DATABASE_URL: url })
  let server: HeddleProcess = await startHeddle(place)
  try {
    const account = await createAccount(server, { plan: "standard", credits })
    const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url: receiver.url(0) })
    await addFailed(url, account, endpoint.data.id)
    const since = new Date(Date.now() - 2 * 3_600_000).toISOString()
    const path = `/webhook/endpoints/${endpoint.data.id}/recover`
    const job = await callApi(server, account, "POST", path, { since })
    assert.deepInclude(job.data, { state: "running", total: events })
    const show = async () => (await callApi(server, account, "GET", `/webhook/recoveries/${job.data.id}`)).data
    const seen: Array<number> = []
    for (let kill = 0; kill < kills; kill += 1) {
      const before = Math.min(events - 1, (seen.at(-1) ?? 0) + below(Math.ceil((2 * events) / (kills + 1))))
      await eventually(`${before} are resent`, async () => (await show()).resent >= before, settleMillis)
      await sleep(below(200))
      await server.kill()
      server = await startHeddle(place)
      seen.push((await show()).resent)
    }
    process.stdout.write(`killed after ${seen.join(", ")} of ${events} events\n`)
    await eventually("the job is completed", async () => (await show()).state === "completed", settleMillis)
    assert.deepInclude(await show(), { total: events, resent: events })
    await eventually(
      "all are delivered",
      async () => {
        const { states } = await stored(url, account)
        return states.length === 1 && states[0]?.["state"] === "delivered"
      },
      settleMillis
    )
    const { states, charges, rest, wrong } = await stored(url, account)
    assert.deepStrictEqual(states, [{ state: "delivered", events }])
    assert.deepStrictEqual(
      charges.toSorted((a, b) => a.event.localeCompare(b.event)),
      Array.from({ length: refunded }, (_, index) => ({ event: `evt_${index + 1}`, cost: eventPrice })).toSorted(
        (a, b) => a.event.localeCompare(b.event)
      )
    )
    assert.deepStrictEqual(rest, { holds: 0, flying: 0 })
    assert.deepStrictEqual(wrong, [])
    assert.strictEqual(receiver.seen.size, events)
    for (const [name, { keys, accepted }] of receiver.seen) {
      assert.deepStrictEqual([...keys], [`evt_${name.split("-").at(-1)}`])
      assert.isAtLeast(accepted, 1)
    }
  } finally {
    await server.kill()
    await receiver.close()
    await removeDataDir(dataDir)
  }
}

onPostgres("A recovery whose server is killed", ({ freshUrl }) => {
  it(
    "goes on after each restart and sends every failed event again",
    () =>
      withSeeds(jobs, (choices) =>
        Effect.flatMap(freshUrl, (url) => Effect.promise(() => run(Redacted.value(url), choices))).pipe(
          Effect.scoped,
          Effect.runPromise
        )
      ),
    jobs * 4 * settleMillis
  )
})
