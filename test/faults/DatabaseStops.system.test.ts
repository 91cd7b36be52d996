/**
 * `pg_ctl stop -m immediate` at random moments under load: every answer is 200, 409 or 503, no answer says wrongly that
 * nothing was charged, calls with a key can be repeated within seconds, and no credits stay held. HEDDLE_TEST_RUNS
 * multiplies the stops.
 */
import { Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { assert, it } from "vitest"
import { choosePlace, eventually, runHeddle, startHeddle } from "../support/HeddleProcess.ts"
import { createAccount } from "../support/Operator.ts"
import { type PostgresServer, withPostgresServer } from "../support/PostgresServer.ts"
import { runs } from "../support/Runs.ts"
import { type Choices, firstSeed, withSeed } from "../support/Seeds.ts"
import { callThroughFailures, ingestWombats, type SeenCall, type SeenRequest } from "./Callers.ts"

const stops = runs(3)
const keyedCallers = 12
const otherCallers = 12
/** A call with a key that a stop cut off is answered within this time of the first failure, the outage included. */
const recoveryMillis = 20_000
const heldMillis = 5_000

const saysNothingWasCharged = ({ detail }: SeenRequest) => /nothing was charged|was not charged/i.test(detail)

const rowsOf = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const assertCharges = async (url: string, calls: ReadonlyArray<SeenCall>) => {
  const entries = await rowsOf<{ request_id: string; cost: string }>(
    url,
    "SELECT request_id, cost FROM usage_entries WHERE request_id IS NOT NULL"
  )
  const costs = new Map(entries.map(({ request_id, cost }) => [request_id, Number(cost)]))
  const requests = calls.flatMap((call) => call.requests)
  const count = (which: (request: SeenRequest) => boolean) => requests.filter(which).length
  const falselyFree = requests.filter((request) => saysNothingWasCharged(request) && costs.has(request.requestId))
  const chargedUnanswered = count(({ requestId, status }) => status !== 200 && costs.has(requestId))
  const slowest = Math.max(...calls.map(({ recoveredAfterMillis }) => recoveredAfterMillis))
  const statuses = [...new Set(requests.map(({ status }) => status ?? 0))]
    .toSorted((a, b) => a - b)
    .map((status) => `${status || "none"}: ${count((request) => (request.status ?? 0) === status)}`)
  process.stdout.write(
    `${stops} stops, ${requests.length} requests (${statuses.join(", ")}), ${count(saysNothingWasCharged)} told that ` +
      `nothing was charged (${falselyFree.length} wrongly), ${chargedUnanswered} charged without an answer, ` +
      `slowest repeat ${slowest} ms\n`
  )
  assert.deepStrictEqual(
    requests.filter(({ status }) => ![200, 409, 503, undefined].includes(status)),
    []
  )
  assert.deepStrictEqual(falselyFree, [])
  for (const { requestId, status, cost, replayed } of requests) {
    if (status === 200 && !replayed) assert.strictEqual(costs.get(requestId), cost, requestId)
  }
  for (const { key, requests } of calls) {
    if (key === null) continue
    assert.strictEqual(requests.at(-1)?.status, 200, "a call with a key is answered in the end")
    assert.lengthOf(
      requests.filter(({ requestId }) => costs.has(requestId)),
      1,
      "and charged once"
    )
  }
  assert.isBelow(slowest, recoveryMillis)
}

const stopAndStart = async (server: PostgresServer, { below }: Choices) => {
  for (let stop = 0; stop < stops; stop += 1) {
    await sleep(1_000 + below(1_500))
    server.stopImmediately()
    await sleep(below(1_500))
    server.startAgain()
  }
  await sleep(2_000)
}

const run = (server: PostgresServer) =>
  withSeed(firstSeed, async (choices) => {
    const dataDir = await mkdtemp(join(tmpdir(), "heddle-stops-"))
    const url = Redacted.value(server.url)
    const place = await choosePlace(dataDir, { DATABASE_URL: url, HEDDLE_RATE_LIMIT: "0" })
    const heddle = await startHeddle(place)
    try {
      const account = await createAccount(heddle, { plan: "standard", credits: 100_000_000 })
      await ingestWombats(heddle)
      let done = false
      const callers = Array.from({ length: keyedCallers + otherCallers }, (_, index) =>
        callThroughFailures(heddle, account, { keyed: index < keyedCallers, stopped: () => done })
      )
      await stopAndStart(server, choices)
      done = true
      const calls = (await Promise.all(callers)).flat()
      const held = () => rowsOf(url, "SELECT id FROM credit_holds")
      process.stdout.write(`${(await held()).length} holds are left when the last call has ended\n`)
      await assertCharges(url, calls)
      await eventually("no call holds credits", async () => (await held()).length === 0, heldMillis)
      assert.include(await runHeddle(["doctor", "--ledger"], place.env), "grants − entries − open holds = balance")
    } finally {
      await heddle.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

it(
  "a database that stops costs nobody credits, and delays calls for seconds",
  () => withPostgresServer(run),
  300_000 + stops * 10_000
)
