/**
 * `pg_ctl stop -m immediate` at random moments under load, or `kill -9` of a primary whose standby is promoted: every
 * answer is 200, 409 or 503, no answer says wrongly that nothing was charged, calls with a key can be repeated within
 * seconds, and no credits stay held. HEDDLE_TEST_RUNS multiplies the stops.
 */
import { Effect, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "vitest"
import { choosePlace, eventually, type HeddleProcess, runHeddle, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, createAccount } from "../support/Operator.ts"
import * as PostgresServer from "../support/PostgresServer.ts"
import { rowsOf } from "../support/Rows.ts"
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
    `${requests.length} requests (${statuses.join(", ")}), ${count(saysNothingWasCharged)} told that ` +
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

/** A database that goes away under load. */
interface Outage {
  /** As `DATABASE_URL`. */
  readonly url: string
  /** Where the database is in the end. */
  readonly finalUrl: string
  readonly happens: (choices: Choices, heddle: HeddleProcess, account: Account) => Promise<void>
}

const stopsOf = (server: PostgresServer.PostgresServer): Outage => {
  const url = Redacted.value(server.url)
  return {
    url,
    finalUrl: url,
    happens: async ({ below }) => {
      for (let stop = 0; stop < stops; stop += 1) {
        await sleep(1_000 + below(1_500))
        server.stopImmediately()
        await sleep(below(1_500))
        server.startAgain()
      }
    }
  }
}

/** The standby has what the primary has committed: `synchronous_standby_names`. */
const startPair = Effect.gen(function* () {
  const primary = yield* PostgresServer.start({ settings: ["fsync = off"] })
  const standby = yield* primary.startStandby
  yield* Effect.promise(async () => {
    await rowsOf(Redacted.value(primary.url), "ALTER SYSTEM SET synchronous_standby_names = '*'")
    await rowsOf(Redacted.value(primary.url), "SELECT pg_reload_conf()")
  })
  return { primary, standby }
})

const failover = ({ primary, standby }: Effect.Success<typeof startPair>): Outage => {
  const [url, finalUrl] = [new URL(Redacted.value(primary.url)), new URL(Redacted.value(standby.url))]
  return {
    // The standby comes first, so that only asking tells them apart.
    url: finalUrl.href.replace(finalUrl.host, `${finalUrl.host},${url.host}`) + "?target_session_attrs=read-write",
    finalUrl: finalUrl.href,
    happens: async ({ below }, { baseUrl }, { apiKey }) => {
      await sleep(1_000 + below(1_500))
      primary.kill()
      const headers = { authorization: `Bearer ${apiKey}` }
      await eventually(
        "calls get 503 with Retry-After",
        async () => {
          const answer = await fetch(`${baseUrl}/balance`, { headers })
          return answer.status === 503 && answer.headers.has("retry-after")
        },
        recoveryMillis
      )
      standby.promote()
      await eventually("calls work", async () => (await fetch(`${baseUrl}/balance`, { headers })).ok, recoveryMillis)
    }
  }
}

const run = ({ url, finalUrl, happens }: Outage) =>
  withSeed(firstSeed, async (choices) => {
    const dataDir = await mkdtemp(join(tmpdir(), "heddle-stops-"))
    const place = await choosePlace(dataDir, {
      DATABASE_URL: url,
      HEDDLE_RATE_LIMIT: "0",
      HEDDLE_LOG_FORMAT: "json"
    })
    const heddle = await startHeddle(place)
    try {
      const account = await createAccount(heddle, { plan: "standard", credits: 100_000_000 })
      await ingestWombats(heddle)
      let done = false
      const callers = Array.from({ length: keyedCallers + otherCallers }, (_, index) =>
        callThroughFailures(heddle, account, { keyed: index < keyedCallers, stopped: () => done })
      )
      await happens(choices, heddle, account)
      await sleep(2_000)
      done = true
      const calls = (await Promise.all(callers)).flat()
      const held = () => rowsOf(finalUrl, "SELECT id FROM credit_holds")
      process.stdout.write(`${(await held()).length} holds are left when the last call has ended\n`)
      await assertCharges(finalUrl, calls)
      await eventually("no call holds credits", async () => (await held()).length === 0, heldMillis)
      // Also what the clients of the database say, such as where it is now. The last line may still be on its way.
      for (const line of heddle.output().split("\n").slice(0, -1)) JSON.parse(line)
      assert.include(await runHeddle(["doctor", "--ledger"], place.env), "grants − entries − open holds = balance")
    } finally {
      await heddle.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

it(
  "a database that stops costs nobody credits, and delays calls for seconds",
  () => PostgresServer.withPostgresServer((server) => run(stopsOf(server))),
  300_000 + stops * 10_000
)

it(
  "a killed primary, whose standby is promoted, costs nobody credits, and delays calls for seconds",
  () =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(startPair, (pair) => Effect.promise(() => run(failover(pair)))))),
  300_000
)
