/** Two servers on one PostgreSQL, both making and sending events; one of them is killed in the middle. */
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import { assert, it } from "vitest"
import { onLongRun } from "../support/LongTests.ts"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, runHeddle, startHeddle } from "../support/HeddleProcess.ts"
import { assertPromises, batches, ingestBatch, withReceiver } from "./Scenario.ts"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const runTwo = (url: string) =>
  withReceiver(async (dataDir, subscribe) => {
    const env = { DATABASE_URL: url, HEDDLE_ROUND_INTERVAL: "200 millis", HEDDLE_ENCRYPTION_KEY: key(7) }
    const mortalPlace = await choosePlace(join(dataDir, "mortal"), env)
    const place = await choosePlace(join(dataDir, "survivor"), env)
    const [mortal, survivor] = await Promise.all([startHeddle(mortalPlace), startHeddle(place)])
    try {
      const customer = await subscribe(survivor)
      const start = Math.floor(Date.now() / 1000)
      for (let index = 0; index < batches; index++) assert.isTrue((await ingestBatch(mortal, index, start)).ok)
      await eventually("deliveries begin", async () => customer.receiver.requests.size > 0, 30_000)
      await mortal.kill()
      await assertPromises(survivor, place, customer, "two servers")
    } finally {
      await Promise.all([mortal.kill(), survivor.kill()])
    }
    // Secrets sealed with one key are lost to a server with another: it must not start.
    const stranger = { ...place.env, HEDDLE_ENCRYPTION_KEY: key(8) }
    const refused = await runHeddle(["migrate"], stranger).catch((error: unknown) => String(error))
    assert.include(refused, "encrypted with another key")
  })

onLongRun("one of two servers dies", () => {
  onPostgres("two servers", ({ freshUrl }) => {
    it(
      "keep events single and charged once when one of them dies",
      () =>
        Effect.flatMap(freshUrl, (url) => Effect.promise(() => runTwo(Redacted.value(url)))).pipe(
          Effect.scoped,
          Effect.runPromise
        ),
      300_000
    )
  })
})
