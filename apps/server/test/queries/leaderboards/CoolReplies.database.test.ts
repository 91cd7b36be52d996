/** `/leaderboard/cool-replies` at its edges; `store/rollups/Prominence` compares it with a naive look at all posts. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { CoolReplies } from "../../../src/queries/leaderboards/CoolReplies.ts"
import { writePosts } from "../../support/Posts.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const start = 100 * 24 * hour

onAnyDatabaseWith("Cool replies", { services: TestServices }, (it) => {
  it.effect("ties go newest first, then by code; the window's first second belongs to it; root posts do not", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forgetPosts
      const reply = { is_reply: true, like_count: 1 }
      yield* writePosts(
        { ...reply, code: "old", post_timestamp: start - 9 },
        { ...reply, code: "new", post_timestamp: start - 1 },
        { ...reply, code: "newToo", post_timestamp: start - 1 },
        { ...reply, code: "liked", post_timestamp: start - 20, like_count: 2 },
        { ...reply, code: "edge", post_timestamp: start - 24 * hour, like_count: 3 },
        { ...reply, code: "over", post_timestamp: start - 24 * hour - 1, like_count: 4 },
        { code: "root", post_timestamp: start, like_count: 9 }
      )
      const { data } = yield* (yield* CoolReplies).top({ language: "en" })
      assert.deepStrictEqual(
        data.map(({ rank, value, code }) => `${rank} ${code} ${value}`),
        ["1 edge 3", "2 liked 2", "3 newToo 1", "4 new 1", "5 old 1"]
      )
    })
  )
})
