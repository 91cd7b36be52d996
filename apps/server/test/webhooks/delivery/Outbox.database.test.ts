import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { Usage } from "../../../src/credits/usage/Usage.ts"
import { BreakerNotices } from "../../../src/webhooks/delivery/BreakerNotices.ts"
import type { Delivery } from "../../../src/webhooks/delivery/Delivery.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { ProcessLease } from "../../../src/runtime/ProcessLease.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { TestServices } from "../../support/TestServices.ts"
import {
  accountWithEndpoint,
  claimAll as claim,
  deletePosts,
  recordAnswer as record,
  writePosts,
  webhookScenario
} from "../../support/Webhooks.ts"

const round = Effect.flatMap(Round, ({ run }) => run)
const only = (deliveries: ReadonlyArray<Delivery>): Delivery => {
  const [delivery] = deliveries
  if (delivery === undefined || deliveries.length !== 1)
    return assert.fail(`expected one delivery, got ${deliveries.length}`)
  return delivery
}
const eventCost = 20

onAnyDatabaseWith("Outbox", { services: TestServices }, (it) => {
  const ruled = Effect.fnUntraced(function* (credits: number, rule = { keyword: "台積電", likeCount: 10 }) {
    const account = yield* accountWithEndpoint(credits)
    const created = yield* (yield* Endpoints).createRule(account.id, account.endpoint.id, rule)
    return { ...account, rule: created }
  })
  const nowSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

  it.effect(
    ...webhookScenario(
      "the body is the snapshot of the first attempt, whatever the post becomes afterwards",
      Effect.gen(function* () {
        yield* ruled(1_000)
        const posted = yield* nowSeconds
        yield* writePosts([{ code: "snap", post_timestamp: posted, like_count: 50 }])
        yield* round
        yield* writePosts([{ code: "snap", post_timestamp: posted, like_count: 60 }])
        const first = only(yield* claim)
        assert.strictEqual(JSON.parse(first.body).post.like_count, 60)
        yield* record(first, null)
        yield* deletePosts("snap")
        yield* TestClock.adjust("30 seconds")
        const second = only(yield* claim)
        assert.strictEqual(second.body, first.body)
        yield* record(second, 204)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "the lag is the age of the oldest event that could be sent; one that waits for its retry has none",
      Effect.gen(function* () {
        yield* ruled(1_000)
        const { lagSeconds } = yield* Outbox
        yield* writePosts([{ code: "late", post_timestamp: yield* nowSeconds }])
        assert.strictEqual(yield* lagSeconds, 0)
        yield* round
        yield* TestClock.adjust("90 seconds")
        assert.strictEqual(yield* lagSeconds, 90)
        yield* record(only(yield* claim), 500)
        assert.strictEqual(yield* lagSeconds, 0)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "a post deleted before the first attempt makes no event and gives its credits back",
      Effect.gen(function* () {
        const { id } = yield* ruled(1_000)
        yield* writePosts([{ code: "gone", post_timestamp: yield* nowSeconds }])
        yield* round
        assert.strictEqual(yield* (yield* Ledger).available(id), 1_000 - eventCost)
        yield* deletePosts("gone")
        assert.deepStrictEqual(yield* claim, [])
        assert.strictEqual(yield* (yield* Ledger).available(id), 1_000)
        assert.strictEqual((yield* (yield* Usage).history(id, { api_type: "webhook" })).total, 0)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "deleting a rule or an endpoint cancels what is not sent; settled credits stay settled",
      Effect.gen(function* () {
        const endpoints = yield* Endpoints
        const { id, endpoint, rule } = yield* ruled(1_000)
        yield* writePosts([{ code: "c1", post_timestamp: yield* nowSeconds }])
        yield* round
        yield* record(only(yield* claim), 500)
        yield* writePosts([{ code: "c2", post_timestamp: yield* nowSeconds }])
        yield* round
        yield* endpoints.removeRule(id, rule.id)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* claim, [])
        assert.strictEqual(yield* (yield* Ledger).available(id), 1_000 - eventCost)
        const other = yield* endpoints.createRule(id, endpoint.id, { keyword: "股價", likeCount: 10 })
        yield* round
        assert.notStrictEqual(other.id, rule.id)
        yield* endpoints.remove(id, endpoint.id)
        assert.deepStrictEqual(yield* claim, [])
        assert.strictEqual(yield* (yield* Ledger).available(id), 1_000 - eventCost)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "a sender that died is followed by another when its lease ends; its own late result changes nothing",
      Effect.gen(function* () {
        const { id } = yield* ruled(1_000)
        yield* writePosts([{ code: "lease", post_timestamp: yield* nowSeconds }])
        yield* round
        const lost = only(yield* claim)
        yield* TestClock.adjust("29 seconds")
        assert.deepStrictEqual(yield* claim, [])
        yield* TestClock.adjust("1 second")
        const taken = only(yield* claim)
        assert.strictEqual(taken.eventId, lost.eventId)
        assert.strictEqual(taken.attempt, 2)
        yield* record(lost, 500)
        yield* record(taken, 200)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* claim, [])
        assert.strictEqual(yield* (yield* Ledger).available(id), 1_000 - eventCost)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "a sender whose process died is followed at once, and one that lives is not",
      Effect.gen(function* () {
        yield* ruled(1_000)
        yield* writePosts([{ code: "died", post_timestamp: yield* nowSeconds }])
        yield* round
        const { releaseLost } = yield* Outbox
        const process = yield* Layer.build(
          Layer.fresh(Layer.provideMerge(Outbox.layer, Layer.merge(ProcessLease.layer, BreakerNotices.layer)))
        )
        const lost = only(yield* Effect.provideContext(claim, process))
        yield* releaseLost
        assert.deepStrictEqual(yield* claim, [])
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM processes WHERE id = ${yield* Effect.provideContext(
          ProcessLease.use(({ id }) => id),
          process
        )}`
        yield* releaseLost
        const taken = only(yield* claim)
        assert.deepStrictEqual([taken.eventId, taken.attempt], [lost.eventId, 2])
        yield* releaseLost
        assert.deepStrictEqual(yield* claim, [])
        yield* record(taken, 200)
      })
    )
  )
})
