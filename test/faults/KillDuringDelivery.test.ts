/**
 * `kill -9` of the server at random moments while 200 events are made and sent. After the restarts every event was
 * made once, charged 20 once and delivered at least once, and the receiver's handler ran once.
 */
import { Effect, Redacted } from "effect"
import fc from "fast-check"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { freshPostgresUrl, hasPostgres } from "../support/Databases.ts"
import {
  choosePlace,
  eventually,
  freePort,
  type HeddleProcess,
  runHeddle,
  startHeddle
} from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount, metric } from "../support/Operator.ts"
import { startReceiver } from "../support/TestReceiver.ts"

const posts = 200
const batch = 20
const kills = 10
const credits = 100_000
const handlerMillis = 150
/** Longer than the lease of a delivery whose sender died. */
const settleMillis = 120_000

const lines = (from: number, now: number) =>
  Array.from({ length: batch }, (_, index) =>
    JSON.stringify({
      type: "post",
      code: `post-${from + index}`,
      caption: `台積電第 ${from + index} 則消息`,
      username: "amy",
      post_timestamp: now - 600 + from + index,
      like_count: 100
    })
  ).join("\n")

const history = async (server: HeddleProcess, account: Account) => {
  const entries: Array<{ cost: number; parameters: { event: string; rule: string; post: string } }> = []
  for (let page = 1; ; page++) {
    const body = await callApi(server, account, "GET", `/balance/history?api_type=webhook&page=${page}`)
    entries.push(...body.data)
    if (page * body.page_size >= body.total) return entries
  }
}

const run = async (seed: number, env: Readonly<Record<string, string>>) => {
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-kill-"))
  const place = await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "300 millis", ...env })
  let secret = ""
  const receiver = await startReceiver({
    port: await freePort(),
    secret: () => secret,
    handlerMillis: () => handlerMillis
  })
  let server = await startHeddle(place)
  try {
    const account = await createAccount(server, { plan: "standard", credits })
    const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url: receiver.url })
    secret = endpoint.data.secret
    await callApi(server, account, "POST", `/webhook/endpoints/${endpoint.data.id}/rules`, {
      keyword: "台積電",
      likeCount: 10
    })

    const moments = fc.sample(fc.integer({ min: 0, max: 700 }), { numRuns: kills, seed })
    const now = Math.floor(Date.now() / 1000)
    for (const [index, moment] of moments.entries()) {
      const before = receiver.requests.size
      // The same lines are sent again after a kill: ingest is idempotent.
      const ingest = fetch(`${server.operatorUrl}/ingest`, { method: "POST", body: lines(index * batch, now) }).catch(
        () => undefined
      )
      // Every other kill falls among the requests of this batch, the rest anywhere from ingest to round.
      if (index % 2 === 1) await eventually("a delivery begins", async () => receiver.requests.size > before, 10_000)
      await sleep(index % 2 === 1 ? moment % handlerMillis : moment)
      await server.kill()
      await ingest
      server = await startHeddle(place)
      const again = await fetch(`${server.operatorUrl}/ingest`, { method: "POST", body: lines(index * batch, now) })
      assert.isTrue(again.ok)
    }
    await eventually("every event is made", async () => receiver.runs.size >= posts, settleMillis)
    // What was being sent when the server died is sent again when its lease ends.
    await eventually(
      "every event is finished",
      async () => (await metric(server, "webhook_events_unfinished")) === 0,
      settleMillis
    )
    const entries = await history(server, account)
    await server.stop()

    const repeated = [...receiver.requests.values()].filter((requests) => requests > 1).length
    const label = `seed ${seed}, ${repeated} events were requested more than once`
    assert.strictEqual(entries.length, posts, label)
    assert.strictEqual(new Set(entries.map(({ parameters }) => parameters.event)).size, posts, label)
    assert.strictEqual(
      new Set(entries.map(({ parameters }) => `${parameters.rule} ${parameters.post}`)).size,
      posts,
      label
    )
    assert.isTrue(
      entries.every(({ cost }) => cost === 20),
      label
    )
    assert.strictEqual(receiver.runs.size, posts, label)
    assert.isTrue(
      [...receiver.runs.values()].every((runs) => runs === 1),
      label
    )
    assert.strictEqual(receiver.requests.size, posts, label)
    const doctor = await runHeddle(["doctor", "--ledger"], place.env)
    process.stdout.write(`${label}\n`)
    assert.include(doctor, "ledger: grants − entries − open holds = balance", label)
  } finally {
    await server.kill()
    await receiver.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const seed = Date.now() % 1_000_000

describe.concurrent("kill -9 during 200 events", () => {
  it("on the embedded database", () => run(seed, {}), 300_000)

  it.skipIf(!hasPostgres)(
    "on PostgreSQL",
    () =>
      Effect.runPromise(
        Effect.scoped(
          Effect.flatMap(freshPostgresUrl, (url) =>
            Effect.promise(() => run(seed, { DATABASE_URL: Redacted.value(url) }))
          )
        )
      ),
    300_000
  )
})
