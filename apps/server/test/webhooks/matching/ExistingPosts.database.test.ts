/** Rules that leave out the posts that match when they are created: those are never sent, and all others are. */
import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { decodeTime } from "ulid"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { hourMillis } from "../../../src/runtime/Time.ts"
import { DeliveryRetention } from "../../../src/webhooks/delivery/DeliveryRetention.ts"
import { withTime } from "../../support/Clocks.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { ExistingPosts } from "../../../src/webhooks/matching/ExistingPosts.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"
import {
  accountWithEndpoint,
  deletePosts,
  forgetPostsAndWebhooks,
  webhookScenario,
  writePosts
} from "../../support/Webhooks.ts"

const runRound = Effect.flatMap(Round, ({ run }) => run)
const startHours = 100
const leavingOut = { keyword: "台積電", likeCount: 10, sendExisting: false }

const codesOf = (table: "webhook_events" | "webhook_existing_posts") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ postCode: string }>`SELECT post_code FROM ${sql(table)} ORDER BY post_code`
    return rows.map(({ postCode }) => postCode)
  })

const write = (posts: ReadonlyArray<readonly [code: string, likes: number]>) =>
  writePosts(posts.map(([code, like_count]) => ({ code, like_count, post_timestamp: (startHours - 1) * 3_600 })))

/** An account at the beginning of a history, and the two steps of a creation. */
const begin = Effect.gen(function* () {
  yield* forgetPostsAndWebhooks
  yield* TestClock.setTime(startHours * hourMillis)
  const { id, endpoint } = yield* accountWithEndpoint(1_000_000)
  const endpoints = yield* Endpoints
  const existing = yield* ExistingPosts
  const create = ({ leaveOut }: Effect.Success<ReturnType<typeof existing.of>>) =>
    endpoints.createRule(id, endpoint.id, leavingOut, leaveOut)
  return { id, find: existing.of(leavingOut), create }
})

const reports = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom(9, 10)), {
  minLength: 1,
  maxLength: 5,
  size: "max"
})
const history = fc.record({
  before: reports,
  isSettled: fc.boolean(),
  meanwhile: reports,
  deleted: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
  after: fc.array(reports, { minLength: 1, maxLength: 4 })
})

onAnyDatabaseWith("A rule without its existing posts", { services: TestServices }, (it) => {
  it.effect(
    "sends exactly the posts that begin to match after its creation, whatever changes during it",
    () =>
      forEvery(
        history,
        runs(100),
        Effect.fnUntraced(function* ({ before, isSettled, meanwhile, deleted, after }) {
          const { find, create } = yield* begin
          const likes = new Map<string, number>()
          const matching = () => [...likes].flatMap(([code, count]) => (count >= 10 ? [code] : []))
          const report = (some: typeof before) =>
            Effect.andThen(
              write(some),
              Effect.sync(() => some.forEach(([code, count]) => likes.set(code, count)))
            )
          yield* report(before)
          // Until no round reads a post because it has changed.
          if (isSettled) yield* Effect.repeat(runRound, { times: 3 })
          const found = yield* find
          assert.deepInclude(found, { matches: matching().length, isComplete: true })
          yield* report(meanwhile)
          if (deleted !== undefined) {
            yield* deletePosts(deleted)
            likes.delete(deleted)
          }
          yield* create(found)
          const leftOut = new Set(matching())
          const expected = new Set<string>()
          for (const some of after) {
            yield* report(some.filter(([code]) => code !== deleted))
            yield* runRound
            for (const code of matching()) if (!leftOut.has(code)) expected.add(code)
            assert.deepStrictEqual(yield* codesOf("webhook_events"), [...expected].toSorted())
          }
        })
      ),
    60_000 + runs(100) * 1_000
  )

  it.effect(
    ...webhookScenario(
      "sends a post or leaves it out, never neither or both, when posts reach the threshold at that moment",
      Effect.gen(function* () {
        const { find, create } = yield* begin
        const codes = Array.from({ length: 60 }, (_, index) => `p${String(index).padStart(2, "0")}`)
        yield* write(codes.slice(0, 20).map((code) => [code, 10] as const))
        yield* write(codes.slice(20).map((code) => [code, 9] as const))
        const reaching = yield* Effect.forkChild(
          Effect.forEach(codes.slice(20, 40), (code) => Effect.andThen(write([[code, 10]]), Effect.yieldNow))
        )
        yield* create(yield* find)
        yield* Fiber.join(reaching)
        yield* runRound
        yield* write(codes.slice(40).map((code) => [code, 10] as const))
        yield* runRound
        const [sent, leftOut] = [yield* codesOf("webhook_events"), yield* codesOf("webhook_existing_posts")]
        assert.deepStrictEqual([...sent, ...leftOut].toSorted(), codes)
        assert.includeMembers(leftOut, codes.slice(0, 20))
        assert.includeMembers(sent, codes.slice(40))
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "remembers them until they have left every window, and no longer than it exists",
      Effect.gen(function* () {
        const { id, find, create } = yield* begin
        const retention = yield* DeliveryRetention
        yield* write([["a", 10]])
        const rule = yield* create(yield* find)
        // The ids of a process never go back in time, as this clock does.
        const madeAt = decodeTime(rule.id.slice("rule_".length))
        yield* withTime(retention.run, () => madeAt + 72 * hourMillis)
        assert.deepStrictEqual(yield* codesOf("webhook_existing_posts"), ["a"])
        yield* withTime(retention.run, () => madeAt + 97 * hourMillis)
        assert.deepStrictEqual(yield* codesOf("webhook_existing_posts"), [])

        yield* (yield* Endpoints).removeRule(id, rule.id)
        const second = yield* create(yield* find)
        assert.deepStrictEqual(yield* codesOf("webhook_existing_posts"), ["a"])
        yield* (yield* Endpoints).removeRule(id, second.id)
        assert.deepStrictEqual(yield* codesOf("webhook_existing_posts"), [])
      })
    )
  )
})
