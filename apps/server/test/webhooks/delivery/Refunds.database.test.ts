/** Events that could not be sent at all are refunded when they fail; what may have been sent is not. */
import type { AccountId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Clock, Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { Usage } from "../../../src/credits/usage/Usage.ts"
import { Activity } from "../../../src/webhooks/log/Activity.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { TestServices } from "../../support/TestServices.ts"
import {
  accountWithEndpoint,
  claimAll,
  forgetPostsAndWebhooks,
  recordAnswer,
  writePosts
} from "../../support/Webhooks.ts"

const credits = 1_000
const eventCost = 20
const attempts = 11

/** An account with one event that is due. */
const withEvent = Effect.gen(function* () {
  yield* TestClock.adjust("10 hours")
  yield* forgetPostsAndWebhooks
  const account = yield* accountWithEndpoint(credits)
  yield* (yield* Endpoints).createRule(account.id, account.endpoint.id, { keyword: "台積電", likeCount: 10 })
  const postedAt = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
  yield* writePosts([{ code: `refund${postedAt}`, post_timestamp: postedAt }])
  yield* (yield* Round).run
  return account
})

/** Lets every attempt end like this, however long the breaker delays it. Returns the number of attempts. */
const attemptAll = Effect.fnUntraced(function* (statusOf: (attempt: number) => number | null) {
  let made = 0
  for (let waits = 0; waits < 200; waits += 1) {
    for (const delivery of yield* claimAll) {
      made += 1
      yield* recordAnswer(delivery, statusOf(delivery.attempt))
    }
    yield* TestClock.adjust("10 minutes")
  }
  return made
})

const events = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ state: string; refunded: boolean; finished: boolean }>`
    SELECT state, refunded_at IS NOT NULL AS refunded, finished_at IS NOT NULL AS finished FROM webhook_events
    WHERE account_id = ${accountId}`
})

onAnyDatabaseWith("Refunds of events", { services: TestServices }, (it) => {
  it.effect("the log says what an event is about, and whether its credits can still come back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* withEvent
      const attemptOnce = Effect.fnUntraced(function* (status: number | null) {
        yield* TestClock.adjust("1 hour")
        const [delivery] = yield* claimAll
        assert(delivery !== undefined)
        yield* recordAnswer(delivery, status)
        const events = yield* Activity.use((activity) => activity.events(id, [delivery.eventId]))
        return events.get(delivery.eventId)
      })
      assert.deepInclude(yield* attemptOnce(null), {
        state: "retrying",
        keyword: "台積電",
        post: { caption: "台積電股價又創新高了", language: "zh-Hant", username: "amy" },
        cost: eventCost,
        refundable: true,
        resendable: true
      })
      assert.deepInclude(yield* attemptOnce(500), { cost: eventCost, refundable: false })
      assert.deepInclude(yield* attemptOnce(null), { cost: eventCost, refundable: false })
      yield* sql`UPDATE webhook_events SET body = '{}' WHERE account_id = ${id}`
      assert.deepInclude(yield* attemptOnce(200), { state: "delivered", post: null, resendable: true })
    })
  )

  it.effect("an event whose eleven attempts are all refused a connection is refunded when it fails", () =>
    Effect.gen(function* () {
      const { id } = yield* withEvent
      assert.strictEqual(yield* attemptAll(() => null), attempts)
      assert.deepStrictEqual(yield* events(id), [{ state: "failed", refunded: true, finished: true }])
      assert.strictEqual(yield* (yield* Ledger).available(id), credits)
      const usage = yield* Usage
      const { data } = yield* usage.history(id, { api_type: "webhook" })
      assert.deepStrictEqual(
        data.map(({ cost }) => cost),
        [-eventCost, eventCost]
      )
      const [refund, charge] = data
      assert.deepStrictEqual(refund?.parameters, { ...charge?.parameters, refund_of: charge?.id })
      assert.strictEqual(refund?.source, charge?.source)
      const exported = yield* Stream.runCollect(yield* usage.exportHistory(id, { api_type: "webhook" }))
      assert.deepStrictEqual(exported, data)
      assert.deepStrictEqual(yield* checkLedger, [])
    })
  )

  it.effect("one attempt that opened a connection is enough for the charge to stay", () =>
    Effect.gen(function* () {
      const { id } = yield* withEvent
      assert.strictEqual(yield* attemptAll((attempt) => (attempt === 4 ? 500 : null)), attempts)
      assert.deepStrictEqual(yield* events(id), [{ state: "failed", refunded: false, finished: true }])
      assert.strictEqual(yield* (yield* Ledger).available(id), credits - eventCost)
      assert.deepStrictEqual(yield* checkLedger, [])
    })
  )
})
