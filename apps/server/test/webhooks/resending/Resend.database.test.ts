/** Sending an event again: from which states, for how long, and who pays. */
import { assert } from "@effect/vitest"
import type { AccountId, DeliveryId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import type { Delivery } from "../../../src/webhooks/delivery/Delivery.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Resend } from "../../../src/webhooks/resending/Resend.ts"
import { TestServices } from "../../support/TestServices.ts"
import {
  accountWithEvents,
  claimAll,
  recordAnswer,
  sendAll,
  sendUntilFinished,
  webhookScenario
} from "../../support/Webhooks.ts"

const resend = (accountId: AccountId, id: DeliveryId) => Resend.use((service) => service.resend(accountId, id))
const refusal = (accountId: AccountId, id: DeliveryId) => Effect.flip(resend(accountId, id))
const isoNow = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())
const balance = (accountId: AccountId) => Ledger.use((ledger) => ledger.available(accountId))

const eventOf = Effect.fnUntraced(function* ({ accountId, eventId }: Delivery) {
  const sql = yield* SqlClient.SqlClient
  const [event] = yield* sql<{ state: string; failures: number; attempt: number; refundedAt: Date | null }>`
    SELECT state, failures, attempt, refunded_at FROM webhook_events WHERE account_id = ${accountId} AND id = ${eventId}`
  return event
})

const refund = Effect.fnUntraced(function* ({ accountId, eventId }: Delivery) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE webhook_events SET refunded_at = finished_at WHERE account_id = ${accountId} AND id = ${eventId}`
})

const first = (deliveries: ReadonlyArray<Delivery>): Delivery => deliveries[0] ?? assert.fail("no delivery")

onAnyDatabaseWith("Sending again", { services: TestServices }, (it) => {
  it.effect(
    ...webhookScenario(
      "sends a delivered event any number of times, with the same bytes and id, and free",
      Effect.gen(function* () {
        const { id } = yield* accountWithEvents(20, ["one"])
        const delivery = first(yield* sendAll(200))
        for (const attempt of [2, 3, 4]) {
          const dueAt = yield* isoNow
          const resent = yield* resend(id, delivery.attemptId)
          assert.deepStrictEqual(resent, { eventId: delivery.eventId, state: "retrying", dueAt, charged: 0 })
          const again = first(yield* sendAll(200))
          assert.deepInclude(again, { eventId: delivery.eventId, body: delivery.body, attempt })
          yield* TestClock.adjust("7 days")
        }
        assert.strictEqual(yield* balance(id), 0)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "starts the retries of a failed event from the first",
      Effect.gen(function* () {
        const { id } = yield* accountWithEvents(1_000, ["one"])
        const attempts = yield* sendUntilFinished(500)
        assert.lengthOf(attempts, 11)
        yield* resend(id, first(attempts).attemptId)
        assert.deepInclude(yield* eventOf(first(attempts)), { state: "retrying", failures: 0 })
        assert.lengthOf(yield* sendUntilFinished(500), 11)
        assert.deepInclude(yield* eventOf(first(attempts)), { state: "failed", attempt: 22 })
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "tries one event at once, although the circuit breaker is open or the endpoint asked for a pause",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* accountWithEvents(1_000, ["one", "two", "three"])
        const delivery = first(yield* sendAll(500))
        for (const isBreaker of [true, false]) {
          const until = new Date((yield* Clock.currentTimeMillis) + 300_000)
          const closed = isBreaker
            ? { failures: 10, openedAt: new Date(yield* Clock.currentTimeMillis), openUntil: until }
            : { failures: 0, openedAt: null, openUntil: null, heldUntil: until }
          yield* sql`UPDATE webhook_queues SET ${sql.update(closed)} WHERE account_id = ${id}`
          yield* TestClock.adjust("2 minutes")
          assert.lengthOf(yield* claimAll, 0)
          yield* resend(id, delivery.attemptId)
          const [trial, ...more] = yield* claimAll
          assert(trial !== undefined)
          assert.lengthOf(more, 0)
          yield* recordAnswer(trial, 503, 60_000)
          assert.lengthOf(yield* claimAll, 0)
        }
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "only makes a waiting retry due now",
      Effect.gen(function* () {
        const { id } = yield* accountWithEvents(1_000, ["one"])
        const delivery = first(yield* sendAll(500))
        assert.lengthOf(yield* claimAll, 0)
        yield* resend(id, delivery.attemptId)
        assert.deepInclude(yield* eventOf(delivery), { state: "retrying", failures: 1 })
        assert.lengthOf(yield* claimAll, 1)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "refuses events that are being sent, cancelled, no longer kept or without an endpoint, and unknown ids",
      Effect.gen(function* () {
        const { id, endpoint, rules } = yield* accountWithEvents(1_000, ["one"])
        const running = first(yield* claimAll)
        assert.include((yield* refusal(id, running.attemptId)).detail, "already being sent")
        yield* recordAnswer(running, 200)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE webhook_events SET body = NULL WHERE id = ${running.eventId}`
        assert.include((yield* refusal(id, running.attemptId)).detail, "no longer kept")
        yield* sql`UPDATE webhook_events SET body = '{}' WHERE id = ${running.eventId}`
        yield* resend(id, running.attemptId)
        yield* (yield* Endpoints).removeRule(id, rules[0]?.id ?? running.ruleId)
        assert.include((yield* refusal(id, running.attemptId)).detail, "cancelled")
        yield* (yield* Endpoints).remove(id, endpoint.id)
        assert.include((yield* refusal(id, running.attemptId)).detail, "is deleted")
        const other = yield* accountWithEvents(1_000, [])
        const foreign = yield* refusal(other.id, running.attemptId)
        assert.strictEqual(foreign._tag, "NotFound")
        assert.notInclude(foreign.detail, endpoint.id)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "charges an event again whose charge was returned, once, and only if the balance covers it",
      Effect.gen(function* () {
        const { id } = yield* accountWithEvents(40, ["one"])
        const delivery = first(yield* sendUntilFinished(500))
        yield* refund(delivery)
        assert.strictEqual(yield* balance(id), 20)
        const resent = yield* resend(id, delivery.attemptId)
        assert.strictEqual(resent.charged, 20)
        assert.strictEqual(yield* balance(id), 0)
        assert.isNull((yield* eventOf(delivery))?.refundedAt)
        // The next one finds it paid.
        yield* sendAll(200)
        assert.strictEqual((yield* resend(id, delivery.attemptId)).charged, 0)
        yield* sendAll(200)
        yield* refund(delivery)
        const refused = yield* refusal(id, delivery.attemptId)
        assert.deepInclude(refused, { _tag: "InsufficientCredits", estimated_cost: 20, remaining_credits: 0 })
        assert.deepInclude(yield* eventOf(delivery), { state: "delivered" })
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "sends a choice of events again, says which it does not, and charges at most what was agreed",
      Effect.gen(function* () {
        const codes = ["one", "two", "three", "four", "five"]
        const { id, rules } = yield* accountWithEvents(1_000, codes, ["台積電", "股價"])
        const sent = yield* sendUntilFinished(500)
        const eventsOf = (keyword: number) =>
          codes.map(
            (code) =>
              sent.find(({ ruleId, postCode }) => ruleId === rules[keyword]?.id && postCode === code) ??
              assert.fail(code)
          )
        const [free, unpaid, costly, gone] = eventsOf(0)
        assert(free !== undefined && unpaid !== undefined && costly !== undefined && gone !== undefined)
        const cancelled =
          sent.find(({ ruleId }) => ruleId === rules[1]?.id) ?? assert.fail("no event of the second rule")
        const sql = yield* SqlClient.SqlClient
        yield* refund(unpaid)
        yield* refund(costly)
        yield* sql`UPDATE webhook_events SET body = NULL WHERE id = ${gone.eventId}`
        yield* sql`UPDATE webhook_events SET state = 'cancelled' WHERE id = ${cancelled.eventId}`
        const chosen = [costly, gone, unpaid, cancelled, free].map(({ eventId }) => eventId)
        const again = (credits: number) => Resend.use((service) => service.resendEvents(id, chosen, credits))

        const refused = yield* Effect.flip(again(20))
        assert.strictEqual(refused._tag, "Conflict")
        assert.include(refused.detail, "40 credits")
        for (const event of [free, unpaid]) assert.deepInclude(yield* eventOf(event), { state: "failed" })

        const before = yield* balance(id)
        const results = yield* again(40)
        assert.sameDeepMembers(
          [...results],
          [
            { eventId: free.eventId, refusal: null, charged: 0 },
            { eventId: unpaid.eventId, refusal: null, charged: 20 },
            { eventId: costly.eventId, refusal: null, charged: 20 },
            { eventId: gone.eventId, refusal: "gone", charged: 0 },
            { eventId: cancelled.eventId, refusal: "cancelled", charged: 0 }
          ]
        )
        assert.strictEqual(yield* balance(id), before - 40)
        for (const event of [free, unpaid, costly]) assert.deepInclude(yield* eventOf(event), { state: "retrying" })
        assert.deepInclude(yield* eventOf(gone), { state: "failed" })
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "sends those of a choice that are free, although the balance covers no other",
      Effect.gen(function* () {
        const { id } = yield* accountWithEvents(40, ["one", "two"])
        const sent = yield* sendUntilFinished(500)
        const free = first(sent)
        const unpaid = sent.find(({ eventId }) => eventId !== free.eventId) ?? assert.fail("one event")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE webhook_events SET refunded_at = finished_at WHERE id = ${unpaid.eventId}`
        const results = yield* Resend.use((service) => service.resendEvents(id, [unpaid.eventId, free.eventId], 20))
        assert.deepStrictEqual(results, [
          { eventId: free.eventId, refusal: null, charged: 0 },
          { eventId: unpaid.eventId, refusal: "noCredits", charged: 0 }
        ])
        const other = yield* accountWithEvents(1_000, [])
        const foreign = yield* Effect.flip(Resend.use((service) => service.resendEvents(other.id, [free.eventId], 0)))
        assert.strictEqual(foreign._tag, "NotFound")
      })
    )
  )
})
