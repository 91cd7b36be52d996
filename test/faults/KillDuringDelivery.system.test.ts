/**
 * `kill -9` of the server at random moments while 200 events are made and sent, and a restart after each. HEDDLE_TEST_RUNS
 * multiplies the kills; when every batch of a scenario has one, there are more scenarios.
 */
import { Effect, Redacted } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { onPgliteAsWell, onPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { onLongRun } from "../support/LongTests.ts"
import { runs } from "../support/Runs.ts"
import { type Choices, withSeeds } from "../support/Seeds.ts"
import { assertPromises, batches, handlerMillis, ingestBatch, withReceiver } from "./Scenario.ts"

const kills = runs(3)
const scenarios = Math.ceil(kills / batches)
const killsInScenario = Math.min(kills, batches)
const timeoutMillis = scenarios * 900_000

/** How many kills are due before this batch. */
const killsBefore = (batch: number) => Math.floor((batch * killsInScenario) / batches)

const killWhileItRuns = ({ below }: Choices, env: Readonly<Record<string, string>>) =>
  withReceiver(async (dataDir, subscribe) => {
    const place = await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "300 millis", ...env })
    let server = await startHeddle(place)
    try {
      const customer = await subscribe(server)
      const start = Math.floor(Date.now() / 1000)
      for (let index = 0; index < batches; index += 1) {
        if (killsBefore(index + 1) === killsBefore(index)) {
          assert.isTrue((await ingestBatch(server, index, start)).ok)
          continue
        }
        const before = customer.receiver.requests.size
        const cutOff = ingestBatch(server, index, start).catch(() => undefined)
        // Every other kill falls among the requests of this batch, the rest anywhere from ingest to round.
        const among = killsBefore(index) % 2 === 1
        if (among) await eventually("a delivery", async () => customer.receiver.requests.size > before, 30_000)
        await sleep(below(among ? handlerMillis : 700))
        await server.kill()
        await cutOff
        server = await startHeddle(place)
        assert.isTrue((await ingestBatch(server, index, start)).ok)
      }
      // Left running: a command on the same folder asks it.
      await assertPromises(server, place, customer, "killed")
    } finally {
      await server.kill()
    }
  })

describe.concurrent("kill -9 during 200 events", () => {
  onPgliteAsWell("on the embedded database", () => {
    it(
      "loses no event and charges none twice",
      () => withSeeds(scenarios, (choices) => killWhileItRuns(choices, {})),
      timeoutMillis
    )
  })

  // A short run has the kills of KillRuns.system.test.ts there.
  onLongRun("in every batch", () => {
    onPostgres("on PostgreSQL", ({ freshUrl }) => {
      it(
        "loses no event and charges none twice",
        () =>
          Effect.flatMap(freshUrl, (url) =>
            Effect.promise(() =>
              withSeeds(scenarios, (choices) => killWhileItRuns(choices, { DATABASE_URL: Redacted.value(url) }))
            )
          ).pipe(Effect.scoped, Effect.runPromise),
        timeoutMillis
      )
    })
  })
})
