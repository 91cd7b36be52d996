/** Eight hours of the simulated network over midnight, at 400 times its speed: what they leave in the tables, and that retention removes all of it. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Rollups } from "../../../src/store/rollups/Rollups.ts"
import { dayMillis, hourMillis, startOf, dayOf } from "../../../src/runtime/Time.ts"
import { tableSizes } from "../../../src/runtime/TableSizes.ts"
import { makeSimulation } from "../../../src/sources/simulation/Simulation.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import type { Change } from "../../../src/store/Change.ts"
import { metricStep } from "../../../src/store/posts/Counts.ts"
import { PostMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import { origin } from "../../support/Posts.ts"
import { codesIn, dropDays, partitions } from "../../support/PostTables.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

// The test clock wakes whatever waits on its way from 1970.
const start = 100 * dayMillis + 20 * hourMillis
const end = start + 8 * hourMillis
const speed = 400
const simulation = makeSimulation({
  seed: 5,
  postsPerMinute: runs(1),
  historyHours: 36,
  authors: 30,
  historyPosts: 200,
  shareOfPast: 0
})

/** What the changes say of the stored posts: when they were posted, and how many snapshots of them there are. */
const makeRecount = () => {
  const posts = new Map<string, { postedAt: number; steps: Set<number> }>()
  return {
    posts,
    take: (change: Change): void => {
      if (change.type === "delete") posts.delete(change.code)
      if (change.type !== "post") return
      const { code, post_timestamp, observed_at = 0 } = change
      const post = posts.get(code) ?? { postedAt: post_timestamp * 1_000, steps: new Set() }
      const step = metricStep(observed_at * 1_000 - post.postedAt)
      if (step > 0) post.steps.add(step)
      posts.set(code, post)
    }
  }
}

const dayName = (table: string, day: number): string =>
  `${table}_${startOf(day).toISOString().slice(0, 10).replaceAll("-", "")}`

onAnyDatabase("The simulated network over midnight", (_name, database) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    it.effect(
      "leaves its partitions, snapshots and sizes, and goes with retention",
      () =>
        Effect.gen(function* () {
          yield* forgetAll
          yield* dropDays
          yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const ingestion = yield* Ingestion
            const maintenance = yield* PostMaintenance
            const { add } = yield* Rollups
            yield* TestClock.setTime(start)
            const recount = makeRecount()
            const pull = yield* Stream.toPull(simulation.changes)
            let nextRun = start
            while ((yield* Effect.clockWith((clock) => clock.currentTimeMillis)) < end) {
              const pulling = yield* Effect.forkChild(pull, { startImmediately: true })
              yield* Effect.yieldNow
              // It waits for the next second of its network.
              if (pulling.pollUnsafe() === undefined) yield* TestClock.adjust(`${speed} seconds`)
              const changes = yield* Fiber.join(pulling)
              yield* ingestion.write(changes, origin)
              for (const change of changes) recount.take(change)
              const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
              if (now >= nextRun) {
                yield* maintenance.run
                yield* add
                nextRun = now + hourMillis
              }
            }

            const { posts } = recount
            assert.isAbove(posts.size, 400)
            const stored = yield* sql<{ code: string; snapshots: number }>`
              SELECT p.code, (SELECT count(*) FROM post_metrics m WHERE m.posted_at = p.posted_at AND m.code = p.code)
                AS snapshots
              FROM posts p ORDER BY p.code`
            assert.deepStrictEqual(
              stored,
              [...posts]
                .map(([code, { steps }]) => ({ code, snapshots: steps.size }))
                .toSorted((one, other) => (one.code < other.code ? -1 : 1))
            )
            // However often a post was reported.
            assert.isAtMost(Math.max(...stored.map(({ snapshots }) => snapshots)), metricStep(2.5 * dayMillis))

            const first = Math.min(...[...posts.values()].map(({ postedAt }) => dayOf(new Date(postedAt))))
            const days = Array.from({ length: dayOf(new Date(end)) + 2 - first }, (_, at) => first + at)
            for (const table of ["posts", "post_metrics"] as const) {
              assert.deepStrictEqual(
                yield* partitions(table),
                days.map((day) => dayName(table, day))
              )
            }

            yield* sql`ANALYZE posts, post_metrics`
            const sizes = new Map((yield* tableSizes(sql)).map((size) => [size.table, size]))
            const snapshots = stored.reduce((sum, post) => sum + post.snapshots, 0)
            assert.strictEqual(sizes.get("posts")?.rows, posts.size)
            assert.strictEqual(sizes.get("post_metrics")?.rows, snapshots)
            assert.isAtMost((sizes.get("post_metrics")?.bytes ?? 0) / snapshots, 500)

            yield* TestClock.setTime(end + 94 * dayMillis)
            const dropped = yield* maintenance.run
            assert.deepStrictEqual(
              dropped,
              days.map((day) => dayName("posts", day))
            )
            assert.deepStrictEqual(yield* codesIn, { posts: [], metrics: [], replies: [], codes: [] })
          }).pipe(Effect.scoped, Effect.provide(TestServices))
        }),
      runs(120_000)
    )
  })
})
