/** `heddle backfill` as it is typed: what it does and prints. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { TestClock, TestConsole } from "effect/testing"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { backfillCommand } from "../../src/cli/reindex.ts"
import { OperatorInProcess } from "../../src/transport/operator/InProcess.ts"
import { writePosts } from "../support/Posts.ts"
import { TestServices } from "../support/TestServices.ts"

const backfill = Effect.gen(function* () {
  yield* Command.runWith(backfillCommand, { version: "0" })([])
  return (yield* TestConsole.logLines).at(-1)
})

onAnyDatabase("heddle backfill", (_name, database) => {
  const services = OperatorInProcess.pipe(
    Layer.provideMerge(TestServices),
    Layer.provideMerge(database),
    Layer.provideMerge(NodeServices.layer)
  )
  layer(services, { timeout: "60 seconds" })((it) => {
    it.effect("adds the posts that belong in the library and says how many, then none", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(90 * 86_400_000)
        const caption = "the cats of this street and what they do all day long ".repeat(8)
        yield* writePosts(
          ...["a", "b"].map((code, index) => ({ code, caption, post_timestamp: index * 86_400, like_count: 2_000 })),
          { code: "c", caption, post_timestamp: 0, like_count: 3 }
        )
        assert.strictEqual(yield* backfill, "backfill: 2 posts added, the inspiration library has 2")
        assert.strictEqual(yield* backfill, "backfill: 0 posts added, the inspiration library has 2")
      })
    )
  })
})
