/** Stored posts and authors are compared with their network: what moves most first, within the budget, once. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { type LiveReads, SourceRateLimited, SourceUnavailable } from "../../../src/live/LiveSource.ts"
import { makeCheckSource } from "../../../src/sources/checks/CheckTasks.ts"
import { NetworkChecks } from "../../../src/store/checks/NetworkChecks.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import type { PostInput } from "../../support/Posts.ts"
import { ScriptedSource } from "../../support/ScriptedSource.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const name = "net"
const origin = { source: name, urlTemplate: "" }
const begin = Date.parse("2026-11-20T10:00:00Z")
const seconds = begin / 1_000
const capacity = 50

const budget = { requestsPerSecond: 2, postsAtOnce: 3, usersAtOnce: 2 }

const write = Effect.fnUntraced(function* (...posts: ReadonlyArray<PostInput>) {
  const changes = posts.map((post) => ({ type: "post" as const, caption: "a plain post", username: "ann", ...post }))
  return yield* (yield* Ingestion).write(changes, origin)
})

const search = NetworkChecks.use((checks) => checks.search([name], capacity))

/** A service that begins at a fixed time, with a network that knows what the test tells it. */
const fresh = Effect.gen(function* () {
  yield* forgetAll
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM network_checks`
  yield* sql`UPDATE network_checks_progress SET cursor = NULL, searched_at = NULL`
  yield* TestClock.setTime(begin)
  yield* search
  const network = new ScriptedSource(name)
  const reads: LiveReads = network.source.reads
  return { network, sql, ...(yield* makeCheckSource(name, reads, budget)) }
})

const later = (minutes: number) => Effect.andThen(TestClock.adjust(`${minutes} minutes`), search)

const likes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ code: string; likeCount: number }>`SELECT code, like_count FROM posts ORDER BY code`
  return Object.fromEntries(rows.map(({ code, likeCount }) => [code, likeCount]))
})

onAnyDatabaseWith("checks of stored posts", { services: TestServices }, (it) => {
  it.effect("profiles of authors who were never seen are read once", () =>
    Effect.gen(function* () {
      const { network, run, sql } = yield* fresh
      network.users.set("ann", { type: "user", username: "ann", full_name: "Ann", follower_count: 5 })
      yield* write({ code: "a", post_timestamp: seconds }, { code: "b", post_timestamp: seconds, username: "nobody" })
      yield* later(1)
      yield* run
      assert.deepStrictEqual(yield* sql`SELECT full_name, follower_count FROM authors`, [
        { fullName: "Ann", followerCount: 5 }
      ])
      network.asked.length = 0
      yield* write({ code: "c", post_timestamp: seconds }, { code: "d", post_timestamp: seconds, username: "nobody" })
      yield* later(1)
      yield* run
      assert.deepStrictEqual(network.asked, [])
      // A profile grows old, and a name may become known.
      yield* TestClock.adjust("25 hours")
      yield* search
      yield* write({ code: "e", post_timestamp: seconds + 90_000 })
      yield* later(1)
      yield* run
      assert.isTrue(
        network.asked.some((question) => /^users .*ann/.test(question)),
        network.asked.join(" | ")
      )
    })
  )

  it.effect("what moves most comes first, and a run asks no more than its budget", () =>
    Effect.gen(function* () {
      const { network, run, sql } = yield* fresh
      const counts = [3, 50, 7, 90, 1, 20, 30, 8]
      const posts = counts.map((like_count, index) => ({ code: `p${index}`, post_timestamp: seconds, like_count }))
      yield* write(...posts)
      network.tell(...posts.map((post) => ({ ...post, username: "ann" })))
      yield* later(6)
      yield* sql`DELETE FROM network_checks WHERE kind = 'author'`
      yield* run
      const asked = network.asked.flatMap((question) => question.replace("posts ", "").split(","))
      assert.deepStrictEqual(asked.toSorted(), ["p1", "p2", "p3", "p5", "p6", "p7"])
      assert.strictEqual(network.asked.length, budget.requestsPerSecond)
    })
  )

  it.effect("a post that is missing for ten minutes was deleted; one that is missing once was not", () =>
    Effect.gen(function* () {
      const { network, run } = yield* fresh
      yield* write({ code: "back", post_timestamp: seconds }, { code: "gone", post_timestamp: seconds })
      yield* later(6)
      yield* run
      assert.deepStrictEqual(yield* likes, { back: 0, gone: 0 })
      network.tell({ code: "back", username: "ann", post_timestamp: seconds, like_count: 2 })
      yield* later(11)
      yield* run
      assert.deepStrictEqual(yield* likes, { back: 2 })
    })
  )

  it.effect("a network that has lost most posts at once is not believed", () =>
    Effect.gen(function* () {
      const { network, run } = yield* fresh
      const codes = ["a", "b", "c", "d", "e"]
      yield* write(...codes.map((code) => ({ code, post_timestamp: seconds })))
      network.tell({ code: "a", username: "ann", post_timestamp: seconds, like_count: 2 })
      for (let round = 0; round < 4; round++) {
        yield* later(11)
        yield* run
      }
      assert.deepStrictEqual(yield* likes, { a: 2, b: 0, c: 0, d: 0, e: 0 })
    })
  )

  it.effect("faults change nothing, rest as long as the network asks, and are made up for", () =>
    Effect.gen(function* () {
      const { network, run } = yield* fresh
      yield* write({ code: "a", post_timestamp: seconds })
      network.tell({ code: "a", username: "ann", post_timestamp: seconds, like_count: 9 })
      yield* later(6)
      network.before = Effect.fail(new SourceRateLimited({ retryAfterMillis: 240_000 }))
      yield* run
      const asked = network.asked.length
      network.before = Effect.void
      yield* later(3)
      yield* run
      assert.strictEqual(network.asked.length, asked, "asked although it is to be left alone")
      assert.deepStrictEqual(yield* likes, { a: 0 })
      yield* later(2)
      network.before = Effect.fail(new SourceUnavailable({ cause: "down" }))
      yield* run
      assert.deepStrictEqual(yield* likes, { a: 0 })
      network.before = Effect.void
      yield* later(6)
      yield* run
      assert.deepStrictEqual(yield* likes, { a: 9 })
    })
  )

  it.effect("several processes never check the same", () =>
    Effect.gen(function* () {
      yield* fresh
      const codes = Array.from({ length: 40 }, (_, index) => `p${index}`)
      yield* write(...codes.map((code) => ({ code, post_timestamp: seconds })))
      yield* later(6)
      const checks = yield* NetworkChecks
      const claims = yield* Effect.forEach(Array.from({ length: 12 }), () => checks.claim(name, "post", 5), {
        concurrency: 12
      })
      const claimed = claims.flat()
      assert.strictEqual(new Set(claimed).size, claimed.length)
      assert.strictEqual(claimed.length, codes.length)
    })
  )

  it.effect("no more is kept than can be checked in time, whatever the network does", () =>
    Effect.gen(function* () {
      const { sql } = yield* fresh
      const posts = Array.from({ length: 120 }, (_, index) => ({
        code: `p${index}`,
        username: `u${index}`,
        post_timestamp: seconds,
        like_count: index
      }))
      yield* write(...posts)
      yield* later(1)
      assert.deepStrictEqual(
        yield* sql`SELECT kind, count(*)::int AS n, min(weight) AS least FROM network_checks GROUP BY kind ORDER BY kind`,
        [
          { kind: "author", n: capacity, least: 70 },
          { kind: "post", n: capacity, least: 70 }
        ]
      )
      yield* TestClock.adjust("4 days")
      yield* search
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM network_checks`, [])
    })
  )
})
