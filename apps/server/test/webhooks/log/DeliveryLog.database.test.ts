/** The delivery log as a customer reads it: filters, pages, details and other accounts. */
import { assert } from "@effect/vitest"
import { type AccountId, DeliveryId, type DeliveriesQuery, RuleId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { DeliveryLog } from "../../../src/webhooks/log/DeliveryLog.ts"
import { makePages } from "../../../src/webhooks/log/DeliveryPages.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { TestServices } from "../../support/TestServices.ts"
import {
  accountWithEvents,
  answer,
  catchUpWithIds,
  claimAll,
  forgetPostsAndWebhooks,
  recordAnswer,
  sendAll
} from "../../support/Webhooks.ts"

const list = (accountId: AccountId, query: DeliveriesQuery = {}) => DeliveryLog.use((log) => log.list(accountId, query))
const show = (accountId: AccountId, id: DeliveryId) => DeliveryLog.use((log) => log.show(accountId, id))
const idsOf = (accountId: AccountId, query: DeliveriesQuery) =>
  Effect.map(list(accountId, query), ({ data }) => data.map(({ id }) => id))
const isoNow = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())

onAnyDatabaseWith("The delivery log", { services: TestServices }, (it) => {
  const begin = Effect.gen(function* () {
    yield* catchUpWithIds
    yield* TestClock.adjust("10 hours")
    yield* forgetPostsAndWebhooks
  })

  it.effect("has a row for each attempt, newest first, running ones included", () =>
    Effect.gen(function* () {
      yield* begin
      const { id, endpoint, rules } = yield* accountWithEvents(1_000, ["one"])
      const [first] = yield* sendAll(500)
      yield* TestClock.adjust("1 minute")
      const startedAt = yield* isoNow
      const [second] = yield* claimAll
      if (first === undefined || second === undefined) return assert.fail("two attempts")
      const { data, next_cursor } = yield* list(id)
      assert.isNull(next_cursor)
      assert.deepStrictEqual(data, [
        {
          id: second.attemptId,
          eventId: first.eventId,
          endpointId: endpoint.id,
          ruleId: rules[0]?.id ?? null,
          postCode: "one",
          test: false,
          attempt: 2,
          startedAt,
          durationMs: null,
          outcome: "sending",
          statusCode: null,
          error: null,
          faultOwner: null
        },
        {
          id: first.attemptId,
          eventId: first.eventId,
          endpointId: endpoint.id,
          ruleId: rules[0]?.id ?? null,
          postCode: "one",
          test: false,
          attempt: 1,
          startedAt: first.startedAt.toISOString(),
          durationMs: 12,
          outcome: "failed",
          statusCode: 500,
          error: null,
          faultOwner: "customer"
        }
      ])
      yield* recordAnswer(second, 200)
      const [ended] = (yield* list(id)).data
      assert.deepInclude(ended, { id: second.attemptId, outcome: "delivered", statusCode: 200, faultOwner: null })
    })
  )

  it.effect("takes the times of attempts exactly", () =>
    Effect.gen(function* () {
      yield* begin
      const { id } = yield* accountWithEvents(1_000, ["one"])
      const [first] = yield* sendAll(500)
      yield* TestClock.adjust("1 minute")
      const [second] = yield* claimAll
      if (first === undefined || second === undefined) return assert.fail("two attempts")
      const [start, later] = [first.startedAt.toISOString(), second.startedAt.toISOString()]
      const between = new Date(first.startedAt.getTime() + 1).toISOString()
      assert.deepStrictEqual(yield* idsOf(id, { from: start }), [second.attemptId, first.attemptId])
      assert.deepStrictEqual(yield* idsOf(id, { from: between }), [second.attemptId])
      assert.deepStrictEqual(yield* idsOf(id, { to: later }), [first.attemptId])
      assert.deepStrictEqual(yield* idsOf(id, { to: start }), [])
      assert.deepStrictEqual(yield* idsOf(id, { from: start, to: later, outcome: "failed" }), [first.attemptId])
    })
  )

  it.effect("shows the request and the response as kept", () =>
    Effect.gen(function* () {
      yield* begin
      const { id, endpoint } = yield* accountWithEvents(1_000, ["one"])
      const [delivery] = yield* claimAll
      if (delivery === undefined) return assert.fail("one attempt")
      const running = yield* show(id, delivery.attemptId)
      assert.deepStrictEqual(running.request, { url: endpoint.url, headers: null, body: delivery.body })
      assert.isNull(running.response)
      const attempt = {
        ...answer(500),
        requestHeaders: { "content-type": "application/json", "x-service-delivery-attempt": "1" },
        responseHeaders: { "content-type": "text/plain", "set-cookie": "[redacted]" },
        response: "no"
      }
      yield* (yield* Outbox).record([{ delivery, attempt, jitter: 0 }])
      const ended = yield* show(id, delivery.attemptId)
      assert.deepStrictEqual(ended.request, {
        url: endpoint.url,
        headers: { "content-type": "application/json", "x-service-delivery-attempt": "1" },
        body: delivery.body
      })
      assert.deepStrictEqual(ended.response, {
        headers: { "content-type": "text/plain", "set-cookie": "[redacted]" },
        body: "no"
      })
      yield* (yield* SqlClient.SqlClient)`UPDATE webhook_events SET body = NULL WHERE account_id = ${id}`
      assert.isNull((yield* show(id, delivery.attemptId)).request.body)
    })
  )

  it.effect("has test events, which have no rule, event or post", () =>
    Effect.gen(function* () {
      yield* begin
      const { id, endpoint } = yield* accountWithEvents(1_000, [])
      const attemptId = yield* newId("dlv")
      const startedAt = new Date(yield* Clock.currentTimeMillis)
      const test = { eventId: null, ruleId: null, postCode: null, attempt: 1, startedAt, url: endpoint.url }
      yield* (yield* Outbox).recordTest({ accountId: id, endpointId: endpoint.id, attemptId, ...test }, answer(null))
      const shown = yield* show(id, attemptId)
      assert.deepInclude(shown, { test: true, eventId: null, ruleId: null, postCode: null, outcome: "failed" })
      assert.deepInclude(shown, { error: "Connection refused", faultOwner: "network", response: null })
      assert.isNull(shown.request.body)
      assert.deepStrictEqual(yield* idsOf(id, { endpointId: endpoint.id, outcome: "failed" }), [attemptId])
    })
  )

  it.effect("keeps accounts apart", () =>
    Effect.gen(function* () {
      yield* begin
      const mine = yield* accountWithEvents(1_000, ["one"])
      const [running] = yield* claimAll
      const other = yield* accountWithEvents(1_000, ["two"])
      const [ended] = yield* sendAll(200)
      if (running === undefined || ended === undefined) return assert.fail("two attempts")
      for (const [account, delivery] of [
        [other.id, running],
        [mine.id, ended]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(show(account, delivery.attemptId)))._tag, "NotFound")
        const { endpointId, eventId, ruleId, postCode } = delivery
        for (const query of [{ endpointId }, { eventId }, { ruleId }, { postCode }]) {
          assert.deepStrictEqual(yield* idsOf(account, query), [])
        }
      }
      assert.strictEqual((yield* Effect.flip(show(mine.id, DeliveryId.make("dlv_unknown"))))._tag, "NotFound")
    })
  )

  it.effect("still has the attempts of deleted rules and endpoints", () =>
    Effect.gen(function* () {
      yield* begin
      const { id, endpoint } = yield* accountWithEvents(1_000, ["one"])
      const [delivery] = yield* sendAll(200)
      if (delivery === undefined) return assert.fail("one attempt")
      yield* (yield* Endpoints).remove(id, endpoint.id)
      assert.deepStrictEqual(yield* idsOf(id, { endpointId: endpoint.id }), [delivery.attemptId])
    })
  )

  it.effect("turns pages, and refuses cursors of other filters, accounts and days", () =>
    Effect.gen(function* () {
      yield* begin
      const { id, endpoint } = yield* accountWithEvents(1_000, ["a", "b", "c", "d", "e"])
      yield* sendAll(200)
      const all = yield* idsOf(id, {})
      const first = yield* list(id, { limit: 2 })
      const cursor = first.next_cursor ?? ""
      const second = yield* list(id, { limit: 3, cursor })
      assert.deepStrictEqual(
        [...first.data, ...second.data].map((row) => row.id),
        all
      )
      assert.isNull(second.next_cursor)
      const other = yield* accountWithEvents(1_000, [])
      for (const [account, query, words] of [
        [id, { endpointId: endpoint.id, cursor }, "other parameters"],
        [other.id, { cursor }, "other parameters"],
        [id, { cursor: "dlv_1" }, "not a valid cursor"]
      ] as const) {
        assert.include((yield* Effect.flip(list(account, query))).detail, words)
      }
      yield* TestClock.adjust("25 hours")
      assert.include((yield* Effect.flip(list(id, { cursor }))).detail, "24 hours")
    })
  )

  it.effect("ends a page early when the filters together match little, and goes on behind it", () =>
    Effect.gen(function* () {
      yield* begin
      const { id, rules } = yield* accountWithEvents(1_000, ["a", "b", "c", "d", "e", "f", "g"])
      const ruleId = rules[0]?.id ?? RuleId.make("")
      const deliveries = yield* claimAll
      yield* Effect.forEach(deliveries, (delivery, index) => recordAnswer(delivery, index === 0 ? 204 : 200))
      yield* sendAll(200)
      const pageOf = makePages(yield* SqlClient.SqlClient, 3)
      const filter = { ruleId, statusCode: 204 }
      const pages: Array<ReadonlyArray<string>> = []
      let before: DeliveryId | null = null
      do {
        const page: { readonly rows: ReadonlyArray<{ readonly id: string }>; readonly before: DeliveryId | null } =
          yield* pageOf({ accountId: id, filter, before, limit: 5 })
        pages.push(page.rows.map((row) => row.id))
        before = page.before
      } while (before !== null)
      assert.deepStrictEqual(pages, [[], [], [deliveries[0]?.attemptId ?? ""]])
    })
  )
})
