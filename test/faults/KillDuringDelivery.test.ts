/** `kill -9` of the server at random moments while 200 events are made and sent, and a restart after each. */
import { Effect, Redacted } from "effect"
import fc from "fast-check"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { freshPostgresUrl, hasPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { assertPromises, batches, handlerMillis, ingestBatch, withReceiver } from "./Scenario.ts"

const killWhileItRuns = (seed: number, env: Readonly<Record<string, string>>) =>
  withReceiver(async (dataDir, subscribe) => {
    const place = await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "300 millis", ...env })
    let server = await startHeddle(place)
    try {
      const customer = await subscribe(server)
      const moments = fc.sample(fc.integer({ min: 0, max: 700 }), { numRuns: batches, seed })
      const start = Math.floor(Date.now() / 1000)
      for (const [index, moment] of moments.entries()) {
        const before = customer.receiver.requests.size
        const cutOff = ingestBatch(server, index, start).catch(() => undefined)
        // Every other kill falls among the requests of this batch, the rest anywhere from ingest to round.
        const among = index % 2 === 1
        if (among) await eventually("a delivery", async () => customer.receiver.requests.size > before, 30_000)
        await sleep(among ? moment % handlerMillis : moment)
        await server.kill()
        await cutOff
        server = await startHeddle(place)
        assert.isTrue((await ingestBatch(server, index, start)).ok)
      }
      // Left running: a command on the same folder asks it.
      await assertPromises(server, place, customer, `seed ${seed}`)
    } finally {
      await server.kill()
    }
  })

const seed = Date.now() % 1_000_000

describe.concurrent("kill -9 during 200 events", () => {
  it("on the embedded database", () => killWhileItRuns(seed, {}), 900_000)

  it.skipIf(!hasPostgres)(
    "on PostgreSQL",
    () =>
      Effect.flatMap(freshPostgresUrl, (url) =>
        Effect.promise(() => killWhileItRuns(seed, { DATABASE_URL: Redacted.value(url) }))
      ).pipe(Effect.scoped, Effect.runPromise),
    900_000
  )
})
