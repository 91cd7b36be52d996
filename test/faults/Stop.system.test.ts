/** SIGTERM lets attempts that are under way end and be recorded: nothing is sent a second time after a restart. */
import { assert, it } from "vitest"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { metric } from "../support/Operator.ts"
import { batchSize, ingestBatch, withReceiver } from "./Scenario.ts"

it(
  "a stop in the middle of sending repeats nothing",
  () =>
    withReceiver(async (dataDir, subscribe) => {
      const place = await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "300 millis" })
      let server = await startHeddle(place)
      try {
        const { account, receiver } = await subscribe(server)
        await ingestBatch(server)
        await eventually("a request is under way", async () => receiver.requests.size > 0, 30_000)
        await server.stop()
        assert.strictEqual(await server.exit(), 0)
        const underWay = receiver.requests.size
        assert.strictEqual(receiver.runs.size, underWay, "each request that was begun was answered")
        server = await startHeddle(place)
        const keys = await (await fetch(`${server.operatorUrl}/accounts/${account.id}/keys`)).json()
        assert.isString(keys[0].last_used_at, "a use of less than a minute ago is written by the stop")
        await eventually(
          "every event is finished, without a lease to wait for",
          async () => receiver.runs.size === batchSize && (await metric(server, "webhook_events_unfinished")) === 0,
          20_000
        )
        assert.deepStrictEqual([...new Set(receiver.requests.values())], [1])
      } finally {
        await server.kill()
      }
    }),
  120_000
)
