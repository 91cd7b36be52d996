/** How common terms are, told from a sample. */
import { assert } from "@effect/vitest"
import { encode, termsOf } from "@heddle/text"
import { Effect, Ref, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Rollups } from "../../../src/store/rollups/Rollups.ts"
import { languageShares, sharesOf, TermShares } from "../../../src/store/terms/TermShares.ts"
import { writePosts } from "../../support/Posts.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

/** Seconds. */
const start = 100 * 24 * 3_600

const termOf = (word: string): number => termsOf(encode(word))[0] ?? -1

onAnyDatabaseWith("Shares of terms", { services: TestServices }, (it) => {
  const shareOf = (word: string) =>
    Effect.gen(function* () {
      const rows = yield* sharesOf(yield* SqlClient.SqlClient, [termOf(word)])
      return Object.fromEntries(rows.map(({ language, share }) => [language, Number(share.toFixed(2))]))
    })

  it.effect("are those of the posts of a language; each sample replaces the one before", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      const { refresh } = yield* TermShares
      yield* writePosts(
        ...Array.from({ length: 10 }, (_, at) => ({
          code: `p${at}`,
          post_timestamp: start - at * 7_000,
          caption: at < 4 ? "this is about a quokka" : "this is about a wombat"
        })),
        { code: "once", post_timestamp: start, caption: "this is about a numbat" },
        { code: "old", post_timestamp: start - 31 * 24 * 3_600, caption: "this is about a dugong" }
      )
      yield* refresh
      assert.deepStrictEqual(yield* shareOf("quokka"), { en: 0.36 })
      assert.deepStrictEqual(yield* shareOf("about"), { en: 1 })
      assert.deepStrictEqual(yield* shareOf("numbat"), {}, "a single post tells little")
      assert.deepStrictEqual(yield* shareOf("dugong"), {})
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* languageShares(sql), [{ language: "en", posts: 11, sampled: 11 }])
      yield* forgetPosts
      yield* TestClock.adjust("1 second")
      yield* refresh
      assert.deepStrictEqual(yield* shareOf("about"), {})
      assert.deepStrictEqual(yield* languageShares(sql), [])
    })
  )

  it.effect("are sampled again when the sample is an hour old, or at once while there are few posts", () =>
    Effect.gen(function* () {
      yield* forgetPosts
      yield* TestClock.setTime(start * 1_000)
      const { refresh, refreshIfDue } = yield* TermShares
      const sql = yield* SqlClient.SqlClient
      const sampledAt = Effect.map(
        sql<{ at: Date }>`SELECT sampled_at AS at FROM language_shares`,
        ([row]) => row?.at.getTime() ?? null
      )
      yield* refreshIfDue
      assert.isNull(yield* sampledAt)
      yield* writePosts({ code: "first", post_timestamp: start })
      yield* refreshIfDue
      assert.strictEqual(yield* sampledAt, start * 1_000)
      yield* TestClock.adjust("1 second")
      yield* refresh
      yield* sql`UPDATE language_shares SET posts = 5000`
      yield* TestClock.adjust("59 minutes")
      yield* refreshIfDue
      assert.strictEqual(yield* sampledAt, (start + 1) * 1_000)
      yield* TestClock.adjust("1 minute")
      yield* refreshIfDue
      assert.strictEqual(yield* sampledAt, (start + 3_601) * 1_000)
    })
  )

  it.effect("are sampled again, and say so, when there are many more posts than before", () =>
    Effect.gen(function* () {
      yield* forgetPosts
      yield* TestClock.setTime(start * 1_000)
      const { refresh, refreshIfDue, refreshed } = yield* TermShares
      const { add } = yield* Rollups
      const sql = yield* SqlClient.SqlClient
      const said = yield* Ref.make(0)
      yield* Effect.forkScoped(
        Stream.runForEach(refreshed, () => Ref.update(said, (times) => times + 1)),
        {
          startImmediately: true
        }
      )
      const write = (...codes: ReadonlyArray<string>) =>
        Effect.andThen(writePosts(...codes.map((code) => ({ code, post_timestamp: start - 10 }))), add)
      yield* write("a", "b", "c", "d")
      yield* refresh
      yield* sql`UPDATE language_shares SET posts = 5000`
      yield* write("e")
      yield* refreshIfDue
      yield* Effect.yieldNow
      assert.strictEqual(yield* Ref.get(said), 1, "a quarter more is not much")
      yield* write("f")
      yield* refreshIfDue
      yield* Effect.yieldNow
      assert.strictEqual(yield* Ref.get(said), 2)
      assert.deepStrictEqual(
        (yield* languageShares(sql)).map(({ posts }) => posts),
        [6]
      )
    })
  )

  it.effect("come from a sample of bounded size, which tells roughly how many posts there are", () =>
    Effect.gen(function* () {
      yield* forgetPosts
      yield* TestClock.setTime(start * 1_000)
      const count = 3_000
      const before = 29 * 24 * 3_600
      // Nearly all of them within an hour, which is two slots.
      for (let first = 0; first < count; first += 500) {
        yield* writePosts(
          ...Array.from({ length: 500 }, (_, at) => ({
            code: `p${first + at}`,
            post_timestamp: start - ((first + at) * 3_600) / count
          }))
        )
      }
      yield* writePosts({ code: "first", post_timestamp: start - before })
      yield* (yield* TermShares).refresh
      const [english] = yield* languageShares(yield* SqlClient.SqlClient)
      assert.isBelow(english?.sampled ?? Infinity, 100)
      assert.approximately(english?.posts ?? 0, count, count / 2)
    })
  )
})
