/** `/post/{code}/chain` of what is stored alone: the same as a naive walk, whatever replies to what, and what it costs. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { LiveChain } from "../../src/live/LiveChain.ts"
import { Chain, maxAncestors } from "../../src/queries/threads/Chain.ts"
import { naiveReplies, naiveRoot } from "../support/NaiveChain.ts"
import { codeOf, networkAt, storeNetwork } from "../support/Network.ts"
import { writePosts } from "../support/Posts.ts"
import { forEvery } from "../support/Property.ts"
import { TestServices } from "../support/TestServices.ts"

const day = 86_400
const start = 100 * day
const atMost = 25

const scenario = fc.record({
  posts: networkAt(start, atMost),
  code: fc.nat({ max: atMost }).map(codeOf),
  limit: fc.constantFrom(undefined, 1, 2, 5, 500)
})

onAnyDatabase("Chains", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect(
      "are those of a naive walk, with circles and missing parents",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(start * 1_000)
          const chains = yield* LiveChain
          yield* forEvery(scenario, runs(25), ({ posts, code, limit }) =>
            Effect.gen(function* () {
              yield* storeNetwork(posts)
              const answered = yield* Effect.result(chains.of(code, limit === undefined ? {} : { limit }))
              const asked = posts.find((post) => post.code === code)
              if (answered._tag === "Failure" || asked === undefined) {
                return assert.deepStrictEqual([answered._tag, asked], ["Failure", undefined])
              }
              const root = naiveRoot(posts, asked)
              const expected = naiveReplies(posts, root.code, root.code, 1).slice(0, (limit ?? 100) - 1)
              const { data } = answered.success
              assert.strictEqual(data.root.code, root.code)
              assert.deepStrictEqual(
                data.replies.map(({ code, depth }) => [code, depth] as const),
                expected
              )
              assert.isTrue(data.replies.every(({ source }) => source === "stored"))
            })
          )
        }),
      120_000
    )

    it.effect("of a post with many replies no more are read than are answered; fewer are the beginning of more", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        yield* writePosts(
          { code: "viral", post_timestamp: start - 9 },
          ...Array.from({ length: 2_000 }, (_, index) => ({
            // Written in one second; in UTF-16 some would stand in another order than in the database.
            code: `${["\u{20BB7}", "\uFF21", "z"][index % 3]}${index}`,
            post_timestamp: start - 8,
            reply_to: "viral"
          }))
        )
        assert.lengthOf(yield* (yield* Chain).descendants(["viral"], 7), 7)
        const chains = yield* LiveChain
        const replies = Effect.fnUntraced(function* (limit: number) {
          return (yield* chains.of("viral", { limit })).data.replies.map(({ code }) => code)
        })
        const most = yield* replies(500)
        assert.strictEqual(new Set(most).size, 499)
        for (const limit of [1, 2, 50]) assert.deepStrictEqual(yield* replies(limit), most.slice(0, limit - 1))
      })
    )

    it.effect(
      "of a chain thousands of posts deep, no more than so many above the post are read",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(start * 1_000)
          const depth = 3_000
          yield* writePosts(
            ...Array.from({ length: depth }, (_, index) => ({
              code: `deep${index}`,
              post_timestamp: start - depth + index,
              ...(index === 0 ? {} : { reply_to: `deep${index - 1}` })
            }))
          )
          const { ancestors } = yield* Chain
          assert.lengthOf(yield* ancestors(`deep${depth - 1}`, 7), 8)
          const chains = yield* LiveChain
          for (const [asked, root] of [
            [0, 0],
            [maxAncestors, 0],
            [maxAncestors + 1, 1],
            [depth - 1, depth - 1 - maxAncestors]
          ] as const) {
            const { data } = yield* chains.of(`deep${asked}`, { limit: 500 })
            assert.strictEqual(data.root.code, `deep${root}`)
            assert.lengthOf(data.replies, 499)
            assert.strictEqual(data.replies.at(-1)?.depth, 499)
            assert.lengthOf((yield* chains.of(`deep${asked}`, { limit: 1 })).data.replies, 0)
          }
        }),
      60_000
    )

    it.effect(
      "of a thread where every post has many replies, no more are read than are answered",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(start * 1_000)
          const width = 12
          const codes = ["tree"]
          for (let level = codes; codes.length < 2_000;) {
            level = level.flatMap((parent) => Array.from({ length: width }, (_, index) => `${parent}.${index}`))
            codes.push(...level)
          }
          yield* writePosts(
            ...codes.map((code) => ({
              code,
              post_timestamp: start - 9,
              ...(code === "tree" ? {} : { reply_to: code.slice(0, code.lastIndexOf(".")) })
            }))
          )
          const { descendants } = yield* Chain
          for (const limit of [1, 20, 499]) assert.lengthOf(yield* descendants(["tree"], limit), limit)
          const chains = yield* LiveChain
          const { data } = yield* chains.of("tree.3.5", { limit: 500 })
          const expected = codes.toSorted().slice(1, 500)
          assert.deepStrictEqual(
            data.replies.map(({ code }) => code),
            expected
          )
        }),
      60_000
    )
  })
})
