import { bestEffortKvStore } from "@heddle/receiver/cloudflare"
import { expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { makeReceiver, sign } from "../support/Fixtures.ts"
import { openKv as installed } from "./Kv.ts"

describeWith(installed, "BestEffortKvStore", (openKv) => {
  it("an event that was handled is a duplicate from then on; one that failed runs again", async () => {
    const { namespace, close } = await openKv()
    let runs = 0
    const { receiver } = makeReceiver({
      store: bestEffortKvStore({ namespace }),
      handler: () => ((runs += 1) === 1 ? Promise.reject(new Error("no")) : undefined)
    })
    const signed = await sign()
    const codes: Array<string> = []
    for (let delivery = 1; delivery <= 3; delivery += 1) codes.push((await receiver.handle(signed)).code)
    expect(codes).toEqual(["handler_failed", "handled", "duplicate"])
    const { keys } = await namespace.list()
    expect(keys.map(({ name }) => name)).toEqual(["heddle:v1:keyword:C9xSample01:rule_sample"])
    expect(keys[0]?.expiration).toBeGreaterThan(Date.now() / 1000 + 30 * 86_400)
    await close()
  })
})
