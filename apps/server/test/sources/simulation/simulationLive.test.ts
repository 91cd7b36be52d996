/** Live reads of the simulated network: what its stream tells at that moment, and what it never told. */
import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import type { Readings } from "../../../src/live/LiveSource.ts"
import type { Change } from "../../../src/store/Change.ts"
import { liveNetwork } from "../../../src/sources/simulation/LiveNetwork.ts"
import { makeNetwork, maxPostsPerSlot, postsBetween } from "../../../src/sources/simulation/Slots.ts"
import { codeOf, idOf } from "../../../src/sources/simulation/PostCode.ts"
import { simulationDefaults } from "../../../src/sources/simulation/Simulation.ts"
import { derivePost, type SimulatedPost } from "../../../src/sources/simulation/SimulatedPost.ts"
import { live } from "../../../src/sources/simulation/Timeline.ts"
import { makeThinning } from "../../../src/sources/simulation/Thinning.ts"
import { forEvery } from "../../support/Property.ts"

const hour = 3_600_000
const end = Date.UTC(2026, 8, 15)
const options = { ...simulationDefaults, seed: 77, authors: 30 }
const network = makeNetwork(options.seed, options.postsPerMinute, options.authors)
const reads = liveNetwork(network)

const one = <A>(identifier: string, readings: Readings<A>): A | null => {
  const reading = readings.get(identifier)
  return reading === undefined ? null : Result.getOrThrow(reading)
}
const readPost = (code: string) => Effect.map(reads.posts([code]), (readings) => one(code, readings))
const readUser = (username: string) => Effect.map(reads.users([username]), (readings) => one(username, readings))

it("a code leads back to its place, and nothing else is a code", () => {
  const anyId = fc.record({ slot: fc.nat(2 ** 40), index: fc.nat(maxPostsPerSlot - 1) })
  fc.assert(
    fc.property(fc.nat(), anyId, (seed, id) => {
      assert.deepStrictEqual(idOf(seed, codeOf(seed, id)), id)
    })
  )
  fc.assert(
    fc.property(fc.nat(), fc.stringMatching(/^D[\w-]{10}$/), (seed, code) => {
      const id = idOf(seed, code)
      assert.strictEqual(id === null ? null : codeOf(seed, id), code)
    })
  )
  for (const code of ["", "D", "X0123456789", "D01234567890", "D01234 6789", "台積電"])
    assert.isNull(idOf(options.seed, code))
})

it.effect("a live read says what the stream says at the same moment, of posts, accounts and deletions", () =>
  Effect.gen(function* () {
    const told = live(network, makeThinning(end, options), end, end + 2 * 60_000)
    const observed = told.flatMap((change: Change) => (change.type === "delete" ? [] : [change]))
    assert.isAbove(observed.length, 100)
    for (const change of observed) {
      yield* TestClock.setTime((change.observed_at ?? 0) * 1_000)
      const read =
        change.type === "post" ? (yield* readPost(change.code))?.post : yield* readUser(change.username ?? "")
      assert.deepStrictEqual(read, change)
    }
  })
)

it.effect("a post can be read only between its creation and its deletion, emitted by the stream or not", () =>
  Effect.gen(function* () {
    const posts = postsBetween(network, end - 24 * hour, end).map((id) => derivePost(network, id))
    const deleted = posts.filter((post) => post.deletedAt !== null)
    assert.isAbove(deleted.length, 50)
    for (const post of [...deleted.slice(0, 50), ...posts.slice(0, 50)]) {
      yield* TestClock.setTime(post.at - 1)
      assert.isNull(yield* readPost(post.code))
      yield* TestClock.setTime(post.at)
      assert.strictEqual((yield* readPost(post.code))?.post.caption, post.caption)
      const last = post.deletedAt ?? post.at + 1_000 * 24 * hour
      yield* TestClock.setTime(last - 1)
      assert.strictEqual((yield* readPost(post.code))?.author?.username, post.author.username)
      yield* TestClock.setTime(last)
      assert.strictEqual((yield* readPost(post.code)) === null, post.deletedAt !== null)
    }
  })
)

it.effect("replies are all descendants of the post, without the deleted and what is below them", () =>
  Effect.gen(function* () {
    const posts = postsBetween(network, end - 12 * hour, end).map((id) => derivePost(network, id))
    const byCode = new Map(posts.map((post) => [post.code, post]))
    const old = posts.filter((post) => post.at < end - 6 * hour)
    yield* forEvery(
      fc.record({ post: fc.constantFrom(...old), after: fc.nat({ max: 6 * hour }) }),
      runs(60),
      ({ post, after }) =>
        Effect.gen(function* () {
          const now = post.at + after
          yield* TestClock.setTime(now)
          const isThere = (one: SimulatedPost) => one.at <= now && (one.deletedAt === null || now < one.deletedAt)
          const isBelow = (one: SimulatedPost): boolean => {
            if (one.replyTo === null || !isThere(one)) return false
            const parent = byCode.get(one.replyTo)
            return one.replyTo === post.code || (parent !== undefined && isBelow(parent))
          }
          const expected = isThere(post) ? posts.filter(isBelow).map(({ code }) => code) : []
          const read = yield* reads.replies(post.code, 500)
          assert.deepStrictEqual(read.map((one) => one.post.code).toSorted(), expected.toSorted())
          assert.lengthOf(yield* reads.replies(post.code, 1), Math.min(1, expected.length))
        })
    )
  })
)
