/** `/post/{code}/chain` over what is stored and what the network tells: the same as a naive walk over both. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { LiveChain } from "../../src/live/LiveChain.ts"
import { type SourceFailure, SourceRateLimited, SourceUnavailable } from "../../src/live/LiveSource.ts"
import { naiveReplies, naiveRoot } from "../support/NaiveChain.ts"
import { codeOf, type NetworkPost, networkAt, storeNetwork } from "../support/Network.ts"
import { writePosts } from "../support/Posts.ts"
import { paid } from "../support/PricedCalls.ts"
import { forEvery } from "../support/Property.ts"
import { ScriptedSource } from "../support/ScriptedSource.ts"
import { ingest, ServedApi } from "../support/ServedApi.ts"
import { testServicesWith } from "../support/TestServices.ts"

const day = 86_400
const start = 100 * day
const atMost = 25
/** What live counts have more than stored ones. */
const more = 1_000

const scenario = fc.record({
  posts: networkAt(start, atMost),
  places: fc.array(fc.constantFrom("stored", "live", "both"), { minLength: atMost, maxLength: atMost }),
  code: fc.nat({ max: atMost }).map(codeOf),
  limit: fc.constantFrom(undefined, 1, 2, 5, 500)
})

const source = new ScriptedSource("network")
const services = testServicesWith({}, source.source)
/** On the real clock, where nothing may depend on how fast the machine is. */
const patient = testServicesWith({ HEDDLE_LIVE_TIMEOUT: "1 minute" }, source.source)

const know = (posts: ReadonlyArray<NetworkPost>) =>
  source.tell(...posts.map((post) => ({ ...post, language: null, like_count: post.like_count + more })))

const codesOf = (posts: ReadonlyArray<NetworkPost>) => new Set(posts.map(({ code }) => code))

/** What the network lists below a post: what it knows itself, at any depth. */
const below = (live: ReadonlyArray<NetworkPost>, code: string) =>
  live.some((post) => post.code === code)
    ? new Set(naiveReplies(live, code, code, 1).map(([code]) => code))
    : new Set<string>()

/** The codes from a post up to where the way ends or comes round. */
const wayUp = (posts: ReadonlyArray<NetworkPost>, code: string) => {
  const way = new Set<string>()
  for (let next: string | null = code; next !== null && !way.has(next);) {
    const post = posts.find((one) => one.code === next)
    if (post === undefined) break
    way.add(next)
    next = post.reply_to
  }
  return way
}

onAnyDatabase("Chains with live replies", (_name, database) => {
  layer(services.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect(
      "are those of a naive walk over both; counts are live where they were read",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(start * 1_000)
          const chains = yield* LiveChain
          yield* forEvery(scenario, runs(80), ({ posts, places, code, limit }) =>
            Effect.gen(function* () {
              const stored = posts.filter((_, index) => places[index] !== "live")
              const live = posts.filter((_, index) => places[index] !== "stored")
              yield* storeNetwork(stored)
              source.forget()
              know(live)
              const answered = yield* Effect.result(chains.of(code, limit === undefined ? {} : { limit }))
              const asked = posts.find((post) => post.code === code)
              if (answered._tag === "Failure" || asked === undefined) {
                return assert.deepStrictEqual([answered._tag, asked], ["Failure", undefined])
              }
              const root = naiveRoot(posts, asked)
              const isStored = codesOf(stored)
              const climbed = [...wayUp(posts, code)].filter((one) => !isStored.has(one))
              const read = new Set([...climbed, ...(limit === 1 ? [] : below(live, root.code))])
              const visible = posts.filter((post) => isStored.has(post.code) || read.has(post.code))
              const expected = naiveReplies(visible, root.code, root.code, 1).slice(0, (limit ?? 100) - 1)
              const { data } = answered.success
              assert.strictEqual(data.root.code, root.code)
              assert.deepStrictEqual(
                data.replies.map(({ code, depth }) => [code, depth] as const),
                expected
              )
              for (const reply of data.replies) {
                assert.strictEqual(reply.source, read.has(reply.code) ? "live" : "stored")
              }
              for (const post of [data.root, ...data.replies]) {
                const likes = posts.find((one) => one.code === post.code)?.like_count ?? -1
                assert.strictEqual(post.like_count, read.has(post.code) ? likes + more : likes)
              }
            })
          )
        }),
      120_000
    )

    it.effect("a network that is down or slow leaves what is stored, in time", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const chains = yield* LiveChain
        yield* writePosts(
          { code: "s0", post_timestamp: start - 9 },
          { code: "s1", post_timestamp: start - 8, reply_to: "s0" }
        )
        const failures: ReadonlyArray<Effect.Effect<void, SourceFailure>> = [
          Effect.fail(new SourceUnavailable({ cause: "refused" })),
          Effect.die("a bug of the source"),
          Effect.never,
          Effect.fail(new SourceRateLimited({ retryAfterMillis: null }))
        ]
        for (const failing of failures) {
          source.forget()
          const asked = yield* Deferred.make<void>()
          source.before = Effect.andThen(Deferred.succeed(asked, undefined), failing)
          const fiber = yield* Effect.forkChild(chains.of("s1", {}), { startImmediately: true })
          yield* Deferred.await(asked)
          yield* TestClock.adjust("5 seconds")
          const { data } = yield* Fiber.join(fiber)
          assert.deepStrictEqual([data.root.code, ...data.replies.map(({ code }) => code)], ["s0", "s1"])
          assert.strictEqual(source.asked[0], "replies s0")
          // Whatever the source did, it is asked again later.
          yield* TestClock.adjust("1 minute")
        }
      })
    )
  })

  layer(ServedApi.layerNoDeps.pipe(Layer.provideMerge(patient), Layer.provideMerge(database)), {
    excludeTestServices: true,
    timeout: "60 seconds"
  })((it) => {
    const now = Math.floor(Date.now() / 1_000) - 100

    it.effect(
      "at most 20 posts are read on the way up, and 500 replies; a smaller limit is the beginning of a larger",
      () =>
        Effect.gen(function* () {
          source.forget()
          const deep = Array.from({ length: 30 }, (_, index) => ({
            code: `deep${index}`,
            post_timestamp: now + index,
            ...(index === 0 ? {} : { reply_to: `deep${index - 1}` })
          }))
          const wide = Array.from({ length: 600 }, (_, index) => ({
            code: `wide${String(index).padStart(3, "0")}`,
            post_timestamp: now + 100 + index,
            reply_to: "deep29"
          }))
          source.tell(...deep, ...wide)
          const rootOf = (answer: { readonly json: Readonly<Record<string, unknown>> }) =>
            Object(answer.json["data"]).root
          assert.strictEqual(rootOf(yield* paid("/post/deep29/chain?limit=1")).code, "deep10")
          assert.strictEqual(rootOf(yield* paid("/post/deep19/chain?limit=1")).code, "deep0")
          // 29 below the root and 471 of the others are the 500 that are read; the first 499 fit.
          const codes = Effect.fnUntraced(function* (limit: number) {
            const answer = yield* paid(`/post/deep10/chain?limit=${limit}`)
            assert.strictEqual(answer.cost, limit)
            const replies: ReadonlyArray<Record<string, unknown>> = Object(answer.json["data"]).replies
            return replies.map((reply) => reply["code"])
          })
          const most = yield* codes(500)
          assert.deepStrictEqual(most.slice(-1), ["wide469"])
          assert.deepStrictEqual(yield* codes(40), most.slice(0, 39))
        })
    )

    it.effect("404 when neither knows it, deleted posts stay deleted; 503 when only the network could know", () =>
      Effect.gen(function* () {
        source.forget()
        source.tell({ code: "gone", post_timestamp: now }, { code: "kept", post_timestamp: now, reply_to: "gone" })
        assert.strictEqual((yield* paid("/post/nobodys/chain")).status, 404)
        yield* ingest({ type: "delete", code: "gone" })
        assert.strictEqual((yield* paid("/post/gone/chain")).status, 404)
        const orphan = yield* paid("/post/kept/chain")
        assert.deepStrictEqual([Object(orphan.json["data"]).root.code, orphan.cost], ["kept", 1])
        source.before = Effect.fail(new SourceRateLimited({ retryAfterMillis: null }))
        const unknown = yield* paid("/post/nobodys/chain")
        assert.deepStrictEqual([unknown.status, unknown.json["code"], unknown.cost], [503, "unavailable", 0])
        assert.isNotNull(unknown.headers.get("retry-after"))
      })
    )
  })
})
