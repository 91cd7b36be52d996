/**
 * Random histories of attempts, returned charges, resends (some of them at once), recoveries and cancellations, on a small
 * balance. After each step the ledger adds up; at the end every credit that left the balance paid for one event, or for one
 * that was sent again after its charge had been returned.
 */
import { assert } from "@effect/vitest"
import type { DeliveryId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import type { EventState } from "../../../src/webhooks/delivery/EventState.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Recoveries } from "../../../src/webhooks/resending/Recoveries.ts"
import { Resend } from "../../../src/webhooks/resending/Resend.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEvents, forgetPostsAndWebhooks, sendAll, sendUntilFinished } from "../../support/Webhooks.ts"

type Step =
  | { readonly do: "send"; readonly status: number; readonly untilFinished: boolean }
  | { readonly do: "refund"; readonly pick: number }
  | { readonly do: "resend"; readonly pick: number; readonly times: number }
  | { readonly do: "recover" }
  | { readonly do: "forget"; readonly pick: number }
  | { readonly do: "drop"; readonly rule: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("send" as const),
    status: fc.constantFrom(200, 500),
    untilFinished: fc.boolean()
  }),
  fc.record({ do: fc.constant("refund" as const), pick: fc.nat(9) }),
  fc.record({ do: fc.constant("refund" as const), pick: fc.nat(9) }),
  fc.record({ do: fc.constant("resend" as const), pick: fc.nat(40), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant("resend" as const), pick: fc.nat(40), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant("recover" as const) }),
  fc.record({ do: fc.constant("forget" as const), pick: fc.nat(9) }),
  fc.record({ do: fc.constant("drop" as const), rule: fc.nat(1) })
)

interface EventRow {
  readonly id: string
  readonly state: EventState
  readonly body: string | null
  readonly refundedAt: Date | null
  readonly finishedAt: Date | null
}

const credits = 200

const makeWorld = Effect.gen(function* () {
  yield* TestClock.adjust("10 hours")
  yield* forgetPostsAndWebhooks
  const { id, endpoint, rules } = yield* accountWithEvents(credits, ["a", "b", "c"], ["台積電", "股價"])
  const sql = yield* SqlClient.SqlClient
  const [ledger, endpoints] = [yield* Ledger, yield* Endpoints]
  const [{ resend }, recoveries] = [yield* Resend, yield* Recoveries]
  const attempts: Array<DeliveryId> = []
  const bodies = new Map<string, string>()
  let charged = 0

  const events = sql<EventRow>`
    SELECT id, state, body, refunded_at, finished_at FROM webhook_events WHERE account_id = ${id} ORDER BY id`

  /** Stands for the refund of an event that was never sent: what it gave back is left out here. */
  const refund = (pick: number) => sql`
    UPDATE webhook_events SET refunded_at = finished_at WHERE account_id = ${id} AND id = (
      SELECT id FROM webhook_events WHERE account_id = ${id} AND state = 'failed' ORDER BY id OFFSET ${pick % 6} LIMIT 1)`

  const forget = (pick: number) => sql`
    UPDATE webhook_events SET body = NULL WHERE account_id = ${id} AND due_at IS NULL AND id = (
      SELECT id FROM webhook_events WHERE account_id = ${id} ORDER BY id OFFSET ${pick % 6} LIMIT 1)`

  const resendAtOnce = Effect.fnUntraced(function* (deliveryId: DeliveryId, times: number) {
    const before = yield* ledger.available(id)
    const calls = yield* Effect.all(
      Array.from({ length: times }, () => Effect.result(resend(id, deliveryId))),
      { concurrency: "unbounded" }
    )
    const paid = calls.reduce((sum, call) => sum + (call._tag === "Success" ? call.success.charged : 0), 0)
    assert.strictEqual(before - (yield* ledger.available(id)), paid)
    assert.isAtMost(paid, 20)
    charged += paid
  })

  const recover = Effect.gen(function* () {
    const before = yield* ledger.available(id)
    const since = new Date((yield* Clock.currentTimeMillis) - 29 * 24 * 3_600_000)
    const job = yield* recoveries.start(id, endpoint.id, since)
    yield* Effect.repeat(recoveries.work, { while: (worked) => worked })
    const ended = yield* recoveries.show(id, job.id)
    assert.notStrictEqual(ended.state, "running")
    assert.isAtMost(ended.resent, ended.total)
    const left = (yield* events).filter(
      ({ state, body, finishedAt }) => state === "failed" && body !== null && finishedAt !== null && finishedAt >= since
    )
    if (ended.state === "completed") assert.deepStrictEqual(left, [])
    charged += before - (yield* ledger.available(id))
  })

  const take = Effect.fnUntraced(function* (one: Step) {
    switch (one.do) {
      case "send": {
        const sent = yield* one.untilFinished ? sendUntilFinished(one.status) : sendAll(one.status)
        for (const delivery of sent) {
          attempts.push(delivery.attemptId)
          assert.strictEqual(bodies.get(delivery.eventId) ?? delivery.body, delivery.body)
          bodies.set(delivery.eventId, delivery.body)
        }
        return
      }
      case "refund":
        return void (yield* refund(one.pick))
      case "forget":
        return void (yield* forget(one.pick))
      case "recover":
        return yield* recover
      case "drop": {
        const rule = rules[one.rule]
        return rule === undefined ? undefined : yield* Effect.ignore(endpoints.removeRule(id, rule.id))
      }
      case "resend": {
        const attempt = attempts[one.pick % Math.max(1, attempts.length)]
        return attempt === undefined ? undefined : yield* resendAtOnce(attempt, one.times)
      }
    }
  })

  /** Each event that was sent cost 20 credits, and so did each that was paid again; what waits is held. */
  const check = Effect.gen(function* () {
    assert.deepStrictEqual(yield* checkLedger, [])
    const rows = yield* events
    const held = rows.filter(({ state, id: event }) => state === "scheduled" && !bodies.has(event)).length
    const expected = credits - 20 * bodies.size - charged - 20 * held
    assert.strictEqual(yield* ledger.available(id), expected)
    for (const row of rows) if (row.refundedAt !== null) assert.strictEqual(row.state, "failed")
  })
  return { take, check }
})

const runHistory = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const { take, check } = yield* makeWorld
  for (const one of steps) {
    yield* take(one)
    yield* check
  }
})

onAnyDatabaseWith("Histories of resends", { services: TestServices }, (it) => {
  it.effect(
    "charge nothing but events, and those again whose charge was returned",
    () => forEvery(fc.array(step, { minLength: 5, maxLength: 25 }), runs(50), runHistory),
    300_000
  )
})
