/** `heddle reindex` and `heddle backfill` as typed: what they do with stored posts and print. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { backfillCommand, reindexCommand } from "../../src/cli/reindex.ts"
import { commandServices, typed } from "../support/CommandLine.ts"
import { writePosts } from "../support/Posts.ts"

const reindex = typed(reindexCommand).run()
const backfill = typed(backfillCommand).run()

onAnyDatabaseWith("Commands for stored posts", { services: commandServices }, (it) => {
  it.effect("reindex brings posts up to date and says how many, then finds none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* writePosts(...["a", "b"].map((code) => ({ code, caption: "two cats", post_timestamp: 0 })))
      yield* sql`UPDATE posts SET text_version = 0, token_text = ''`
      assert.include(yield* reindex, "reindex: 2 posts brought up to date, none left")
      assert.deepStrictEqual(yield* sql`SELECT DISTINCT token_text FROM posts`, [{ tokenText: "<two> <cat>" }])
      assert.include(yield* reindex, "reindex: 0 posts brought up to date, none left")
    })
  )

  it.effect("backfill adds the posts that belong in the library and says how many, then none", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(90 * 86_400_000)
      const caption = "the cats of this street and what they do all day long ".repeat(8)
      yield* writePosts(
        ...["d", "e"].map((code, index) => ({ code, caption, post_timestamp: index * 86_400, like_count: 2_000 })),
        { code: "f", caption, post_timestamp: 0, like_count: 3 }
      )
      assert.include(yield* backfill, "backfill: 2 posts added, the inspiration library has 2")
      assert.include(yield* backfill, "backfill: 0 posts added, the inspiration library has 2")
    })
  )
})
