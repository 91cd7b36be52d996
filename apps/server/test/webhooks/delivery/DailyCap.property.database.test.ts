/** The daily credit cap of endpoints, by examples and against a plain model. */
import { assert, layer } from "@effect/vitest"
import type { AccountId, Endpoint } from "@heddle/api"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"
import { deletePosts, forgetPostsAndWebhooks, sendAll, writePosts } from "../../support/Webhooks.ts"

const hour = 3_600_000
const day = 24 * hour
/** Midnight of some day. */
const midnight = 100 * day
const price = 20

const newAccount = Effect.fnUntraced(function* (credits: number) {
  yield* forgetPostsAndWebhooks
  const { id } = yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)
  yield* (yield* Grants).give(id, { plan: "standard", credits })
  return id
})

/** An endpoint with this cap and one rule, which matches every post for 24 hours. */
const newEndpoint = Effect.fnUntraced(function* (id: AccountId, name: string, dailyCreditCap: number | null) {
  const endpoints = yield* Endpoints
  const endpoint = yield* endpoints.create(id, `https://example.com/${name}`, { dailyCreditCap })
  yield* endpoints.createRule(id, endpoint.id, { keyword: "台積電", likeCount: 10 })
  return endpoint
})

const runRound = Effect.flatMap(Round, ({ run }) => run)

/** Posts of these codes, the first one the oldest, all of the last minute. */
const post = Effect.fnUntraced(function* (...codes: ReadonlyArray<string>) {
  const seconds = (yield* Clock.currentTimeMillis) / 1_000
  yield* writePosts(codes.map((code, index) => ({ code, post_timestamp: seconds - codes.length + index })))
})

/** The posts of an endpoint's events in order of creation, with those that were cancelled. */
const postsOf = Effect.fnUntraced(function* ({ id }: Endpoint) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ postCode: string }>`
    SELECT post_code FROM webhook_events WHERE endpoint_id = ${id} ORDER BY sequence`
  return rows.map(({ postCode }) => postCode)
})

const recheckAt = Effect.fnUntraced(function* (id: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ recheckAt: Date | null }>`
    SELECT recheck_at FROM webhook_rounds WHERE account_id = ${id}`
  return row?.recheckAt?.getTime() ?? null
})

interface Plan {
  readonly caps: ReadonlyArray<number | null>
  readonly steps: ReadonlyArray<Step>
}
type Step =
  | { readonly do: "post"; readonly count: number }
  | { readonly do: "delete" }
  | { readonly do: "wait"; readonly hours: number }
  | { readonly do: "round" }
  | { readonly do: "send" }

const plan: fc.Arbitrary<Plan> = fc.record({
  caps: fc.array(fc.constantFrom(null, 20, 39, 40, 100), { minLength: 1, maxLength: 3 }),
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant("post" as const), count: fc.integer({ min: 1, max: 4 }) }) },
      { weight: 1, arbitrary: fc.constant({ do: "delete" as const }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.constantFrom(1, 7, 12, 24) }) },
      { weight: 4, arbitrary: fc.constant({ do: "round" as const }) },
      { weight: 1, arbitrary: fc.constant({ do: "send" as const }) }
    ),
    { maxLength: 30 }
  )
})

/** In the model, each round makes what is missing of the window in order of post time, as far as the day's cap reaches. */
const runPlan = Effect.fnUntraced(function* ({ caps, steps }: Plan) {
  yield* TestClock.setTime(midnight)
  const id = yield* newAccount(100_000)
  const endpoints = yield* Effect.forEach(caps, (cap, index) => newEndpoint(id, String(index), cap))
  const models = caps.map((cap) => ({ cap, made: Array<string>(), days: new Map<number, number>() }))
  let posts: ReadonlyArray<{ readonly code: string; readonly at: number }> = []
  let count = 0

  const perform = Effect.fnUntraced(function* (step: Step) {
    const time = yield* Clock.currentTimeMillis
    if (step.do === "wait") return yield* TestClock.adjust(step.hours * hour)
    if (step.do === "post") {
      // Every post is younger than the one before.
      const added = Array.from({ length: step.count }, () => {
        count += 1
        return { code: `p${count}`, at: time - 300_000 + count * 1_000 }
      })
      posts = [...posts, ...added]
      return yield* writePosts(added.map(({ code, at }) => ({ code, post_timestamp: at / 1_000 })))
    }
    if (step.do === "delete") {
      const [last] = posts.slice(-1)
      posts = posts.slice(0, -1)
      return last === undefined ? undefined : yield* deletePosts(last.code)
    }
    if (step.do === "send") return yield* sendAll(200)
    yield* runRound
    const today = Math.floor(time / day)
    for (const { cap, made, days } of models) {
      for (const { code, at } of posts) {
        const spent = days.get(today) ?? 0
        if (time - at > day || made.includes(code) || (cap !== null && spent + price > cap)) continue
        made.push(code)
        days.set(today, spent + price)
      }
    }
    for (const [index, endpoint] of endpoints.entries()) {
      assert.deepStrictEqual(yield* postsOf(endpoint), models[index]?.made)
    }
  })
  yield* Effect.forEach([...steps, { do: "round" as const }], perform, { discard: true })
  assert.deepStrictEqual(yield* checkLedger, [])
})

onAnyDatabase("The daily cap", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "120 seconds" })((it) => {
    it.effect(
      "cuts one endpoint and no other; after midnight it sends what is still within the window, oldest first",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(midnight + 12 * hour)
          const id = yield* newAccount(10_000)
          const capped = yield* newEndpoint(id, "capped", 3 * price)
          const free = yield* newEndpoint(id, "free", null)
          yield* post("a", "b", "c", "d", "e")
          assert.strictEqual((yield* runRound).events, 8)
          assert.deepStrictEqual(yield* postsOf(capped), ["a", "b", "c"])
          assert.strictEqual(yield* recheckAt(id), midnight + day)
          assert.strictEqual(yield* (yield* Ledger).available(id), 10_000 - 8 * price)

          yield* TestClock.setTime(midnight + day - 1_000)
          yield* post("f")
          assert.strictEqual((yield* runRound).events, 1)
          assert.deepStrictEqual(yield* postsOf(free), ["a", "b", "c", "d", "e", "f"])

          yield* TestClock.setTime(midnight + day)
          assert.strictEqual((yield* runRound).events, 3)
          assert.deepStrictEqual(yield* postsOf(capped), ["a", "b", "c", "d", "e", "f"])
          assert.isNull(yield* recheckAt(id))
          assert.strictEqual((yield* sendAll(200)).length, 12)
        })
    )

    it.effect("what midnight finds outside the window is not sent, and a second cut waits for the next midnight", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(midnight + hour)
        const id = yield* newAccount(10_000)
        const endpoint = yield* newEndpoint(id, "one", price)
        yield* post("a", "b")
        yield* runRound
        yield* TestClock.setTime(midnight + 23 * hour)
        yield* post("c", "d")
        yield* runRound
        yield* TestClock.setTime(midnight + day + 2 * hour)
        yield* runRound
        assert.deepStrictEqual(yield* postsOf(endpoint), ["a", "c"])
        assert.strictEqual(yield* recheckAt(id), midnight + 2 * day)
        yield* TestClock.setTime(midnight + 2 * day)
        yield* runRound
        assert.deepStrictEqual(yield* postsOf(endpoint), ["a", "c"])
        assert.isNull(yield* recheckAt(id))
      })
    )

    it.effect("holds nothing for what it cuts, so that other endpoints spend the credits", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(midnight)
        const id = yield* newAccount(3 * price)
        const capped = yield* newEndpoint(id, "capped", 39)
        const free = yield* newEndpoint(id, "free", null)
        yield* post("a", "b", "c")
        assert.deepInclude(yield* runRound, { events: 3, outOfCredits: [id] })
        assert.deepStrictEqual([yield* postsOf(capped), yield* postsOf(free)], [["a"], ["a", "b"]])
        yield* (yield* Grants).give(id, { credits: 100 * price })
        yield* runRound
        assert.deepStrictEqual([yield* postsOf(capped), yield* postsOf(free)], [["a"], ["a", "b", "c"]])
        assert.strictEqual(yield* recheckAt(id), midnight + day)
      })
    )

    it.effect("gives nothing back for an event that was cancelled", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(midnight)
        const id = yield* newAccount(10_000)
        const endpoint = yield* newEndpoint(id, "one", price)
        yield* post("a", "b")
        yield* runRound
        yield* deletePosts("a")
        assert.lengthOf(yield* sendAll(200), 0)
        assert.strictEqual(yield* (yield* Ledger).available(id), 10_000)
        yield* post("c")
        yield* runRound
        assert.deepStrictEqual(yield* postsOf(endpoint), ["a"])
        yield* TestClock.setTime(midnight + day - 1_000)
        yield* post("d")
        yield* TestClock.setTime(midnight + day)
        yield* runRound
        assert.lengthOf(yield* sendAll(200), 1)
      })
    )

    it.effect(
      "makes exactly what a plain model makes, whatever happens",
      () => forEvery(plan, runs(100), runPlan),
      300_000
    )
  })
})
