/** Posts on a coordinator and a worker with Citus. With such servers, all other tests of the database run on them too. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { withSlowWorker } from "../../../../../test/support/Citus.ts"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { describeWith } from "../../../../../test/support/DescribeWith.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { citusServers } from "../../../../../test/support/Services.ts"
import { type FeedCursor, PostChangeFeed } from "../../../src/store/posts/PostChangeFeed.ts"
import { PostPartitions } from "../../../src/store/posts/PostPartitions.ts"
import { writePosts } from "../../support/Posts.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
/** Seconds. */
const start = 20_000 * day + 3_600

describeWith(citusServers, "Posts on several servers", ({ workerUrl }) => {
  onPostgres("distributed", ({ layer: database }) => {
    layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "120 seconds" })((it) => {
      it.effect("have partitions on all of them, which are dropped there as well", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* TestClock.setTime(start * 1_000)
          yield* writePosts(
            ...Array.from({ length: 40 }, (_, at) => ({ code: `p${at}`, post_timestamp: start - (at % 2) * day }))
          )
          const shards = sql<{ partition: string; nodes: number }>`
            SELECT table_name::text AS partition, count(DISTINCT nodeport) AS nodes FROM citus_shards
            WHERE table_name::text ~ '^(posts|post_metrics)_[0-9]{8}$' GROUP BY 1 ORDER BY 1`
          assert.deepStrictEqual(
            (yield* shards).map(({ partition }) => partition),
            ["post_metrics_20241003", "post_metrics_20241004", "posts_20241003", "posts_20241004"]
          )
          yield* TestClock.adjust("92 days")
          yield* (yield* PostPartitions).drop(new Date((start + 92 * day) * 1_000))
          assert.notInclude(
            (yield* shards).map(({ partition }) => partition),
            "posts_20241003"
          )
        })
      )

      it.effect(
        "are in no reading of the change feed before they can be read",
        () =>
          Effect.gen(function* () {
            yield* withSlowWorker(workerUrl)
            const feed = yield* PostChangeFeed
            yield* TestClock.setTime(start * 1_000)
            const batches = runs(60)
            const writer = (name: string) =>
              Effect.forEach(
                Array.from({ length: batches }, (_, at) => at),
                (at) =>
                  writePosts(
                    ...Array.from({ length: 30 }, (_, post) => ({
                      code: `${name}-${at}-${post}`,
                      username: name,
                      post_timestamp: start
                    }))
                  ),
                { discard: true }
              )
            const seen = new Set<string>()
            let since: FeedCursor = yield* feed.cursor
            let looks = 0
            /** Like a reader that reads each change once. */
            const look = Effect.gen(function* () {
              const next = yield* feed.cursor
              const wanted = { from: new Date(0), reach: { likeCount: 0, replyCount: null, impressionCount: null } }
              yield* Stream.runForEach(feed.changes(since, wanted), (page) =>
                Effect.sync(() => page.forEach(({ code }) => seen.add(code)))
              )
              since = next
              looks += 1
            })
            const names = ["a", "b", "c"]
            let isWriting = true
            yield* Effect.all(
              [
                Effect.forEach(names, writer, { concurrency: "unbounded", discard: true }).pipe(
                  Effect.ensuring(Effect.sync(() => (isWriting = false)))
                ),
                Effect.whileLoop({ while: () => isWriting, body: () => look, step: () => undefined })
              ],
              { concurrency: "unbounded", discard: true }
            )
            yield* look
            assert.strictEqual(seen.size, names.length * batches * 30, `${looks} looks`)
          }),
        runs(120_000)
      )
    })
  })
})
