/**
 * Reads the log page by page while attempts start and end between the pages. Every attempt that had started before the
 * first page and matches the filter is on exactly one page, in order, and nothing else is.
 */
import { assert } from "@effect/vitest"
import type { AccountId, DeliveryFilter, DeliveryId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import type { Delivery } from "../../../src/webhooks/delivery/Delivery.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { type DeliveryPage, makePages } from "../../../src/webhooks/log/DeliveryPages.ts"
import { deliveryOf } from "../../../src/webhooks/log/DeliveryRow.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEvents, answer, catchUpWithIds, forgetPostsAndWebhooks, freeSlots } from "../../support/Webhooks.ts"

type Step =
  | { readonly do: "claim"; readonly total: number }
  | { readonly do: "answer"; readonly pick: number; readonly status: number | null }
  | { readonly do: "lose"; readonly pick: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("claim" as const), total: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    do: fc.constant("answer" as const),
    pick: fc.nat(20),
    status: fc.constantFrom(200, 200, 204, 500, null)
  }),
  fc.record({ do: fc.constant("lose" as const), pick: fc.nat(20) })
)
const steps = (maxLength: number) => fc.array(step, { maxLength })

const history = fc.record({
  before: fc.array(step, { minLength: 10, maxLength: 40 }),
  // Between one page and the next.
  between: fc.array(steps(4), { maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  lookedAt: fc.integer({ min: 1, max: 5 }),
  by: fc.subarray(["endpointId", "ruleId", "postCode", "eventId"] as const),
  finished: fc.constantFrom(undefined, 200, 204, 500, "delivered" as const, "failed" as const, "sending" as const)
})
type History = typeof history extends fc.Arbitrary<infer A> ? A : never

const codes = ["a", "b", "c"]

/** An account whose attempts this test starts, ends and loses. */
const makeWorld = Effect.gen(function* () {
  yield* catchUpWithIds
  yield* forgetPostsAndWebhooks
  yield* TestClock.adjust("10 hours")
  const account = yield* accountWithEvents(5_000, codes, ["台積電", "股價"])
  const outbox = yield* Outbox
  const started: Array<Delivery> = []
  const status = new Map<DeliveryId, number | null>()
  const running: Array<Delivery> = []
  const take = Effect.fnUntraced(function* (one: Step) {
    if (one.do === "claim") {
      yield* TestClock.adjust("10 minutes")
      const { deliveries } = yield* outbox.claim(freeSlots(one.total, one.total))
      started.push(...deliveries)
      // What runs longer than its lease is taken over.
      const again = new Set(deliveries.map(({ eventId }) => eventId))
      running.splice(0, running.length, ...running.filter(({ eventId }) => !again.has(eventId)), ...deliveries)
      return
    }
    const [delivery] = running.splice(one.pick % Math.max(1, running.length), 1)
    if (delivery === undefined || one.do === "lose") return
    status.set(delivery.attemptId, one.status)
    yield* outbox.record([{ delivery, attempt: answer(one.status), jitter: 0 }])
  })
  return { account, started, status, take }
})

const readAll = Effect.fnUntraced(function* (
  accountId: AccountId,
  filter: DeliveryFilter,
  { limit, lookedAt, between }: History,
  take: (one: Step) => Effect.Effect<void, unknown>
) {
  const pageOf = makePages(yield* SqlClient.SqlClient, lookedAt)
  const pages: Array<DeliveryPage> = []
  let page: DeliveryPage | undefined
  while (page === undefined || page.before !== null) {
    page = yield* pageOf({ accountId, filter, before: page?.before ?? null, limit })
    assert.isAtMost(page.rows.length, limit)
    yield* Effect.forEach(between[pages.length] ?? [], take, { discard: true })
    pages.push(page)
  }
  return pages.flatMap(({ rows }) => rows.map(deliveryOf))
})

const checkHistory = Effect.fnUntraced(function* (drawn: History) {
  const { account, started, status, take } = yield* makeWorld
  yield* Effect.forEach(drawn.before, take, { discard: true })
  const known = [...started]
  const one = known[0]
  const wanted: DeliveryFilter =
    one === undefined
      ? {}
      : {
          ...(drawn.by.includes("endpointId") ? { endpointId: one.endpointId } : {}),
          ...(drawn.by.includes("ruleId") ? { ruleId: one.ruleId } : {}),
          ...(drawn.by.includes("postCode") ? { postCode: one.postCode } : {}),
          ...(drawn.by.includes("eventId") ? { eventId: one.eventId } : {})
        }
  const matches = (delivery: Delivery) =>
    Object.entries(wanted).every(([name, value]) =>
      Object.entries(delivery).some(([n, v]) => n === name && v === value)
    )
  const expected = known
    .filter(matches)
    .map(({ attemptId }) => attemptId)
    .toSorted()
    .toReversed()
  const rows = yield* readAll(account.id, wanted, drawn, take)
  assert.deepStrictEqual(
    rows.map(({ id }) => id),
    expected
  )
  // The rest of the filters are about results, which must stand still for the comparison.
  const { finished } = drawn
  if (finished === undefined) return
  const filter = { ...wanted, ...(typeof finished === "number" ? { statusCode: finished } : { outcome: finished }) }
  const all = yield* readAll(account.id, wanted, { ...drawn, between: [] }, take)
  const found = yield* readAll(account.id, filter, { ...drawn, between: [] }, take)
  assert.deepStrictEqual(
    found,
    all.filter((row) => (typeof finished === "number" ? row.statusCode === finished : row.outcome === finished))
  )
  for (const row of found) if (status.has(row.id)) assert.strictEqual(row.statusCode, status.get(row.id))
})

onAnyDatabaseWith("Pages of the delivery log", { services: TestServices, timeout: "300 seconds" }, (it) => {
  it.effect(
    "have every attempt once while attempts start and end",
    () => forEvery(history, runs(60), checkHistory),
    300_000
  )
})
