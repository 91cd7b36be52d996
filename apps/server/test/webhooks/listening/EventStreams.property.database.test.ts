/**
 * However events are made, sent for the first time, cancelled and acknowledged, and however often a stream breaks: a
 * stream sends events in order, none that was acknowledged, and in the end every event that had a body.
 */
import type { AccountId, EndpointId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { type EventId, newId } from "../../../src/runtime/Ids.ts"
import { now } from "../../../src/runtime/Time.ts"
import { makeListenerRows } from "../../../src/webhooks/listening/ListenerRows.ts"
import { nextOf } from "../../../src/webhooks/listening/NextEvents.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEndpoint } from "../../support/Webhooks.ts"

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("make" as const), events: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("send" as const), of: fc.array(fc.nat(40), { maxLength: 30 }) })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), of: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget" as const), of: fc.nat(10) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("read" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("acknowledge" as const), of: fc.array(fc.nat(40), { maxLength: 20 }) })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("connect" as const), resumes: fc.boolean() }) }
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface ModelEvent {
  readonly id: EventId
  state: "scheduled" | "sent" | "cancelled" | "forgotten"
}

const insertEvents = Effect.fnUntraced(function* (
  account: AccountId,
  endpoint: EndpointId,
  ids: ReadonlyArray<EventId>
) {
  const sql = yield* SqlClient.SqlClient
  const time = yield* now
  yield* sql`
    WITH queued AS (
      UPDATE webhook_queues SET last_sequence = last_sequence + ${ids.length}::bigint
      WHERE account_id = ${account} AND endpoint_id = ${endpoint} RETURNING last_sequence - ${ids.length}::bigint AS before
    )
    INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, due_at, created_at)
    SELECT ${account}, n.id, ${endpoint}, 'rule', 'keyword', n.id, q.before + n.n, 'scheduled', ${time}, ${time}
    FROM queued q, json_array_elements_text(${JSON.stringify(ids)}::json) WITH ORDINALITY AS n (id, n)`
})

const changeEvent = Effect.fnUntraced(function* (account: AccountId, event: ModelEvent) {
  const sql = yield* SqlClient.SqlClient
  const ofEvent = sql`account_id = ${account} AND id = ${event.id}`
  switch (event.state) {
    case "scheduled":
      return
    case "sent":
      yield* sql`UPDATE webhook_events SET state = 'retrying', attempt = 1, body = '{}' WHERE ${ofEvent}`
      return
    case "cancelled":
      yield* sql`
        UPDATE webhook_events SET state = 'cancelled', due_at = NULL, finished_at = ${yield* now} WHERE ${ofEvent}`
      return
    case "forgotten":
      // As retention does after some time.
      yield* sql`DELETE FROM webhook_events WHERE ${ofEvent}`
  }
})

const history = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const sql = yield* SqlClient.SqlClient
  const rows = makeListenerRows(sql, sql)
  const { id: accountId, endpoint } = yield* accountWithEndpoint(1)
  const key = { accountId, endpointId: endpoint.id }
  const events: Array<ModelEvent> = []
  const received = new Set<EventId>()
  const acknowledged = new Set<string>()
  let connection = { ...key, streamId: yield* newId("stream") }
  let position = 0
  let start = 0
  let last: EventId | null = null

  const connect = Effect.fnUntraced(function* (resumes: boolean) {
    connection = { ...key, streamId: yield* newId("stream") }
    assert.isTrue(yield* rows.ensure(key))
    const floor = yield* rows.take({ ...connection, consumer: "test", takeOver: true }, yield* now)
    assert.isNotNull(floor)
    const after = resumes && last !== null ? yield* rows.sequenceOf(key, last) : null
    position = Math.max(floor ?? 0, after ?? 0)
    start = position
    if (!resumes) last = null
  })

  /** Reads one page; returns the events it sent, and whether there may be more. */
  const read = Effect.gen(function* () {
    const page = yield* rows.page(connection, position)
    if (page === null) return assert.fail("the lease was lost")
    const next = nextOf(page, position)
    if (next.passed.length > 0) yield* rows.pass(key, next.passed)
    assert.isAtLeast(next.position, position)
    for (const { id } of next.events) {
      assert.isFalse(acknowledged.has(id), "an acknowledged event was sent")
      const [before, after] = [last, id].map((one) => events.findIndex((event) => event.id === one))
      assert.isBelow(before ?? -1, after ?? -1, "events are sent in order")
      received.add(id)
      last = id
    }
    position = next.position
    return { sent: next.events.map(({ id }) => id), more: next.more }
  })

  const acknowledge = Effect.fnUntraced(function* (ids: ReadonlyArray<EventId>) {
    if (ids.length === 0) return
    yield* rows.acknowledge(key, ids)
    for (const id of ids) acknowledged.add(id)
  })

  const change = Effect.fnUntraced(function* (event: ModelEvent | undefined, state: ModelEvent["state"]) {
    if (event?.state !== (state === "forgotten" ? "cancelled" : "scheduled")) return
    event.state = state
    yield* changeEvent(accountId, event)
  })

  yield* connect(false)
  for (const one of steps) {
    switch (one.do) {
      case "make": {
        const ids = yield* Effect.forEach(Array.from({ length: one.events }), () => newId("evt"))
        yield* insertEvents(accountId, endpoint.id, ids)
        events.push(...ids.map((id): ModelEvent => ({ id, state: "scheduled" })))
        break
      }
      case "send":
        // Out of order on purpose.
        for (const index of one.of) yield* change(events.filter(({ state }) => state === "scheduled")[index], "sent")
        break
      case "cancel":
        yield* change(events.filter(({ state }) => state === "scheduled")[one.of], "cancelled")
        break
      case "forget":
        yield* change(events.filter(({ state }) => state === "cancelled")[one.of], "forgotten")
        break
      case "read":
        yield* read
        break
      case "acknowledge":
        yield* acknowledge(one.of.flatMap((index) => [...received][index] ?? []))
        break
      case "connect":
        yield* connect(one.resumes)
    }
  }

  const readAll = Effect.gen(function* () {
    while (true) {
      const { sent, more } = yield* read
      yield* acknowledge(sent)
      if (sent.length === 0 && !more) return
    }
  })
  /** Sequences count events from 1. */
  const missedAfter = (sequence: number) =>
    events.slice(sequence).flatMap(({ id, state }) => (state === "sent" && !received.has(id) ? [id] : []))

  for (const event of events) yield* change(event, "sent")
  yield* readAll
  assert.deepStrictEqual(missedAfter(start), [], "one stream, however late a body came")
  yield* connect(false)
  yield* readAll
  assert.deepStrictEqual(missedAfter(0), [])
  const [row] = yield* sql<{ ranges: number }>`
    SELECT (SELECT count(*) FROM unnest(acknowledged)) AS ranges FROM webhook_listeners
    WHERE account_id = ${accountId} AND endpoint_id = ${endpoint.id}`
  assert.strictEqual(row?.ranges, 1)
})

onAnyDatabaseWith("Streams of events", { services: TestServices }, (it) => {
  it.effect(
    "miss no event and repeat none that was acknowledged",
    () => forEvery(fc.array(step, { minLength: 5, maxLength: 60 }), 40, (steps) => Effect.orDie(history(steps))),
    3_600_000
  )
})
