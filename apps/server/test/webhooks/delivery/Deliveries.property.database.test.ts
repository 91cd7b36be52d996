/**
 * Random histories of events, claims by several processes at once, results, lost processes and cancellations. After every
 * step the queues agree with the events; at the end every event is finished, was charged once and kept its bytes.
 */
import { assert } from "@effect/vitest"
import type { AccountId, EndpointId, RuleId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import type { Delivery } from "../../../src/webhooks/delivery/Delivery.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import type { AttemptResult } from "../../../src/webhooks/delivery/Sender.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { TestServices } from "../../support/TestServices.ts"
import {
  accountWithEndpoint,
  answer,
  forgetPostsAndWebhooks,
  freeSlots,
  sendAll,
  writePosts
} from "../../support/Webhooks.ts"

type Step =
  | { readonly do: "add"; readonly rule: number; readonly events: number }
  | { readonly do: "claim"; readonly quick: number; readonly slow: number; readonly ofAccount: number }
  | { readonly do: "answer"; readonly pick: number; readonly kind: number }
  | { readonly do: "lose"; readonly pick: number }
  | { readonly do: "wait"; readonly seconds: number }
  | { readonly do: "drop"; readonly rule: number }

const hung: AttemptResult = { ...answer(null), durationMillis: 10_000, connected: true }
const ours: AttemptResult = { ...answer(null), faultOwner: "us" }
const pausing: AttemptResult = { ...answer(429), retryAfterMillis: 300_000 }
const answers = [answer(200), answer(204), answer(500), answer(410), answer(null), hung, ours, pausing]

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("add" as const), rule: fc.nat(3), events: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant("claim" as const), quick: fc.nat(20), slow: fc.nat(20), ofAccount: fc.nat(20) }),
  fc.record({ do: fc.constant("answer" as const), pick: fc.nat(30), kind: fc.nat(answers.length - 1) }),
  fc.record({ do: fc.constant("answer" as const), pick: fc.nat(30), kind: fc.nat(answers.length - 1) }),
  fc.record({ do: fc.constant("lose" as const), pick: fc.nat(30) }),
  fc.record({ do: fc.constant("wait" as const), seconds: fc.constantFrom(1, 29, 31, 63, 400) }),
  fc.record({ do: fc.constant("drop" as const), rule: fc.nat(3) })
)

interface Rule {
  readonly accountId: AccountId
  readonly endpointId: EndpointId
  readonly ruleId: RuleId
}

/** What every queue must say, from the events themselves. */
const checkQueues = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const time = new Date(yield* Clock.currentTimeMillis)
  const wrong = yield* sql`
    SELECT q.endpoint_id, q.in_flight, q.next_at, e.sending, e.earliest
    FROM webhook_queues q LEFT JOIN (
      SELECT account_id, endpoint_id, count(*) FILTER (WHERE state = 'sending') AS sending, min(due_at) AS earliest
      FROM webhook_events WHERE due_at IS NOT NULL GROUP BY 1, 2
    ) e ON e.account_id = q.account_id AND e.endpoint_id = q.endpoint_id
    WHERE q.in_flight <> coalesce(e.sending, 0) OR (e.earliest IS NOT NULL AND q.next_at IS NULL)
      OR (q.in_flight > 0 AND q.next_at > (
        SELECT greatest(max(due_at), ${time}, q.open_until, q.held_until) FROM webhook_events w
        WHERE w.account_id = q.account_id AND w.endpoint_id = q.endpoint_id AND w.state = 'sending'))`
  assert.deepStrictEqual(wrong, [])
})

const runHistory = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  yield* forgetPostsAndWebhooks
  yield* TestClock.adjust("10 hours")
  const [outbox, endpoints, sql] = [yield* Outbox, yield* Endpoints, yield* SqlClient.SqlClient]
  const rules: Array<Rule> = []
  for (const url of ["https://one.example/hooks", "https://two.example/hooks"]) {
    const { id: accountId, endpoint } = yield* accountWithEndpoint(2_000, url)
    const second = yield* endpoints.create(accountId, `${url}/second`)
    for (const [keyword, endpointId] of [
      ["one", endpoint.id],
      ["two", second.id]
    ] as const) {
      const rule = yield* endpoints.createRule(accountId, endpointId, { keyword, likeCount: 10 })
      rules.push({ accountId, endpointId, ruleId: rule.id })
    }
  }
  const dropped = new Set<number>()
  const bodies = new Map<string, string>()
  let inFlight: Array<Delivery> = []

  const take = (pick: number) => (inFlight.length === 0 ? [] : inFlight.splice(pick % inFlight.length, 1))

  const perform = Effect.fnUntraced(function* (step: Step) {
    switch (step.do) {
      case "add": {
        const rule = rules[step.rule]
        if (rule === undefined || dropped.has(step.rule)) return
        const codes = yield* Effect.replicateEffect(newId("evt"), step.events)
        yield* writePosts(codes.map((code) => ({ code, post_timestamp: 1, observed_at: 1 })))
        yield* outbox.add(codes.map((postCode) => ({ accountId: rule.accountId, ruleId: rule.ruleId, postCode })))
        return
      }
      case "claim": {
        const { quick, slow, ofAccount } = step
        const time = new Date(yield* Clock.currentTimeMillis)
        const held = yield* sql<{ endpointId: EndpointId }>`
          SELECT endpoint_id FROM webhook_queues WHERE held_until > ${time}`
        const claim = outbox.claim(freeSlots(quick, slow, { quick: ofAccount, slow: ofAccount }))
        const claims = yield* Effect.all([claim, claim, claim], { concurrency: "unbounded" })
        for (const { deliveries } of claims) {
          const shares = Map.groupBy(deliveries, (one) => `${one.accountId} ${one.slow}`)
          for (const share of shares.values()) assert.isAtMost(share.length, ofAccount, "the share of an account")
        }
        const claimed = claims.flatMap(({ deliveries }) => deliveries)
        const during = claimed.filter((one) => held.some(({ endpointId }) => endpointId === one.endpointId))
        assert.isEmpty(during, "sent during a pause")
        assert.strictEqual(new Set(claimed.map(({ eventId }) => eventId)).size, claimed.length, "claimed twice")
        for (const { eventId, body } of claimed) {
          assert.strictEqual(bodies.get(eventId) ?? body, body, "the same bytes in every attempt")
          bodies.set(eventId, body)
        }
        inFlight = [...inFlight, ...claimed]
        return
      }
      case "answer": {
        const attempt = answers[step.kind] ?? answer(200)
        const time = new Date(yield* Clock.currentTimeMillis)
        const results = take(step.pick).map((delivery) => ({
          delivery,
          attempt: { ...attempt, sentAt: attempt.connected ? time : null },
          jitter: 0
        }))
        if (results.length > 0) yield* outbox.record(results)
        return
      }
      case "lose":
        take(step.pick)
        return
      case "wait":
        yield* TestClock.adjust(step.seconds * 1_000)
        return
      case "drop": {
        const rule = rules[step.rule]
        if (rule === undefined || dropped.has(step.rule)) return
        dropped.add(step.rule)
        yield* endpoints.removeRule(rule.accountId, rule.ruleId)
      }
    }
  })

  for (const step of steps) {
    yield* perform(step)
    yield* checkQueues
  }
  for (let rounds = 0; rounds < 12; rounds += 1) {
    yield* TestClock.adjust("5 hours")
    yield* sendAll(200)
  }
  yield* checkQueues
  const unfinished = yield* sql`SELECT id, state, due_at FROM webhook_events WHERE due_at IS NOT NULL`
  assert.deepStrictEqual(unfinished, [], "every event is finished")
  const numbers = yield* sql`
    SELECT account_id, endpoint_id FROM webhook_events GROUP BY 1, 2 HAVING max(sequence) <> count(*)`
  assert.deepStrictEqual(numbers, [], "events are numbered without gaps")
  const refunded = yield* sql`
    SELECT e.id FROM webhook_events e WHERE refunded_at IS NOT NULL AND EXISTS (
      SELECT 1 FROM webhook_attempts a WHERE a.account_id = e.account_id AND a.event_id = e.id
        AND (a.status_code IS NOT NULL OR a.error LIKE 'Heddle stopped%'))`
  assert.deepStrictEqual(refunded, [], "nothing that may have been sent is refunded")
  const wrongLog = yield* sql`
    SELECT e.id, e.attempt, count(a.id) AS logged FROM webhook_events e
    LEFT JOIN webhook_attempts a ON a.account_id = e.account_id AND a.event_id = e.id
    WHERE e.state <> 'cancelled' GROUP BY e.account_id, e.id HAVING count(a.id) <> e.attempt`
  assert.deepStrictEqual(wrongLog, [], "every attempt of an event is in the log once")
  for (const accountId of new Set(rules.map((rule) => rule.accountId))) {
    const [charged] = yield* sql<{ events: number }>`
      SELECT count(*) AS events FROM webhook_events
      WHERE account_id = ${accountId} AND attempt > 0 AND refunded_at IS NULL`
    const left = yield* (yield* Ledger).available(accountId)
    assert.strictEqual(left, 2_000 - 20 * (charged?.events ?? 0), "one charge for each event that was sent")
  }
  assert.deepStrictEqual(yield* checkLedger, [])
})

onAnyDatabaseWith("Deliveries", { services: TestServices }, (it) => {
  it.effect(
    "finish every event once, whatever happens to processes, endpoints and rules",
    () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof runHistory>>>()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(step, { maxLength: 40 }), (steps) =>
              Effect.runPromiseWith(context)(runHistory(steps))
            ),
            { numRuns: runs(20) }
          )
        )
      }),
    300_000
  )
})
