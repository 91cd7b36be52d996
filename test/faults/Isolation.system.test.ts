/** An endpoint that never answers does not hold up another one of the same account. */
import { createServer } from "node:http"
import { assert, it } from "vitest"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, eventually, startHeddle } from "../support/HeddleProcess.ts"
import { callApi } from "../support/Operator.ts"
import { batchSize, ingestBatch, withReceiver } from "./Scenario.ts"

const cats = 128
/** An endpoint that has not answered yet gets one request at a time. */
const mostHanging = 2

const catPosts = (now: number) =>
  Array.from({ length: cats }, (_, index) =>
    JSON.stringify({
      type: "post",
      code: `cat-${index}`,
      caption: "貓咪睡著了",
      username: "amy",
      post_timestamp: now,
      like_count: 99
    })
  ).join("\n")

it(
  "an endpoint that hangs leaves room for the others",
  () =>
    withReceiver(async (dataDir, subscribe) => {
      const server = await startHeddle(await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "300 millis" }))
      let hanging = 0
      const hung = createServer(() => (hanging += 1))
      try {
        const port = await freePort()
        await new Promise<void>((resolve) => hung.listen(port, "127.0.0.1", resolve))
        const { account, receiver } = await subscribe(server)
        const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", {
          url: `http://127.0.0.1:${port}/`
        })
        const rules = `/webhook/endpoints/${endpoint.data.id}/rules`
        await callApi(server, account, "POST", rules, { keyword: "貓咪", likeCount: 10 })
        const now = Math.floor(Date.now() / 1000)
        await fetch(`${server.operatorUrl}/ingest`, { method: "POST", body: catPosts(now) })
        await eventually("a request hangs", async () => hanging > 0, 30_000)
        assert.isTrue((await ingestBatch(server, 0, now)).ok)
        await eventually("the other endpoint has everything", async () => receiver.runs.size === batchSize, 30_000)
        // A second request starts when the first one has reached its deadline of 10 s.
        assert.isAtMost(hanging, mostHanging)
      } finally {
        await server.kill()
        hung.closeAllConnections()
        hung.close()
      }
    }),
  120_000
)
