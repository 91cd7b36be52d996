/** How far down a round must look: the lowest thresholds of all rules that are left. */
import { assert, it } from "@effect/vitest"
import { ReachCounter } from "../../../src/webhooks/matching/ThresholdIndex.ts"

it("the reach stays while one of two equal rules is left", () => {
  const rule = { likeCount: 10, replyCount: null, viewCount: null }
  const reach = new ReachCounter()
  reach.add(rule)
  reach.add({ ...rule })
  reach.remove(rule)
  assert.deepStrictEqual(reach.lowest(), { likeCount: 10, replyCount: null, impressionCount: null })
  reach.remove(rule)
  assert.deepStrictEqual(reach.lowest(), { likeCount: null, replyCount: null, impressionCount: null })
})
