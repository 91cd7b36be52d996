/** A server that is killed and started again checks all rules soon, however long its interval is. */
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import { assert, it } from "vitest"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { onLongRun } from "../support/LongTests.ts"
import { metric } from "../support/Operator.ts"
import { batchSize, ingestBatch, withReceiver } from "./Scenario.ts"

/** For a busy machine. */
const slackMillis = 10_000

const killAndStart = (env: Readonly<Record<string, string>>, millis: number) =>
  withReceiver(async (dataDir, subscribe) => {
    const place = await choosePlace(join(dataDir, "server"), {
      ...env,
      HEDDLE_ROUND_INTERVAL: "1 hour",
      // Nothing is delivered, so every event that was made is unfinished.
      HEDDLE_ROLES: "api,rounds"
    })
    let server = await startHeddle(place)
    const events = () => metric(server, "webhook_events_unfinished")
    try {
      await eventually(
        "the first round ends",
        async () => (await metric(server, "webhook_round_duration_seconds_count")) > 0,
        slackMillis
      )
      await subscribe(server)
      assert.isTrue((await ingestBatch(server, 0, Math.floor(Date.now() / 1000))).ok)
      await server.kill()
      server = await startHeddle(place)
      await eventually("the rules are checked", async () => (await events()) === batchSize, millis + slackMillis)
    } finally {
      await server.kill()
    }
  })

// A short run restarts servers in other tests of faults and in the recorded answers.
onLongRun("after a kill", () => {
  it("on the embedded database: at once", () => killAndStart({}, 0), 300_000)

  onPostgres("on PostgreSQL", ({ freshUrl }) => {
    it(
      "when the lease of the killed process has ended",
      () =>
        Effect.flatMap(freshUrl, (url) =>
          Effect.promise(() => killAndStart({ DATABASE_URL: Redacted.value(url) }, 14_000))
        ).pipe(Effect.scoped, Effect.runPromise),
      300_000
    )
  })
})
