import { expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { startWorker } from "../runtimes/Workers.ts"
import { secret } from "../support/Fixtures.ts"
import { deliverTwice, examples, onceOnly } from "./StoreExamples.ts"

describeWith(startWorker, "docs/stores.md in workerd", (start) => {
  it("Durable Objects handle an event once", async () => {
    const { port, close } = await start({
      entry: `${examples}durable-object.ts`,
      variables: { HEDDLE_WEBHOOK_SECRET: secret },
      objects: "IdempotencyObject"
    })
    const overHttp = (request: Request) => fetch(new Request(`http://127.0.0.1:${port}/`, request))
    expect(await deliverTwice({ fetch: overHttp }, "object")).toEqual(onceOnly)
    await close()
  })
})
