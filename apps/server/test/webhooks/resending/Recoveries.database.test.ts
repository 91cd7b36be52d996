/** Jobs that send all that failed again. */
import { assert } from "@effect/vitest"
import type { AccountId, EndpointId, RecoveryId } from "@heddle/api"
import { Clock, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Recoveries } from "../../../src/webhooks/resending/Recoveries.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEvents, sendAll, sendUntilFinished, webhookScenario } from "../../support/Webhooks.ts"

const start = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId, hours: number) {
  const since = new Date((yield* Clock.currentTimeMillis) - hours * 3_600_000)
  return yield* Recoveries.use((jobs) => jobs.start(accountId, endpointId, since))
})
const work = Recoveries.use((jobs) => jobs.work)
const show = (accountId: AccountId, id: RecoveryId) => Recoveries.use((jobs) => jobs.show(accountId, id))
const cancel = (accountId: AccountId, id: RecoveryId) => Recoveries.use((jobs) => jobs.cancel(accountId, id))

const workUntilIdle = Effect.gen(function* () {
  let batches = 0
  while (yield* work) batches += 1
  return batches
})

/** No two events of an endpoint have the same place. */
let sequence = 1_000_000

/** Failed events, the first of which failed first. */
const addFailed = Effect.fnUntraced(function* (
  { id, endpoint }: { readonly id: AccountId; readonly endpoint: { readonly id: string } },
  count: number,
  refunded = false
) {
  const sql = yield* SqlClient.SqlClient
  const time = yield* Clock.currentTimeMillis
  const events = yield* Effect.forEach(Array.from({ length: count }), (_, index) =>
    Effect.map(newId("evt"), (eventId) => ({ id: eventId, index, sequence: sequence++ }))
  )
  yield* sql`
    INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, body, attempt,
      failures, created_at, finished_at, refunded_at)
    SELECT ${id}, n.id, ${endpoint.id}, 'rule_' || n.id, 'trending', 'post', n.sequence, 'failed', '{}', 11, 11,
      ${new Date(time)}, t.at, CASE WHEN ${refunded} THEN t.at END
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS n (id text, index int, sequence bigint),
      LATERAL (SELECT ${new Date(time - 3_600_000)}::timestamptz + n.index * interval '1 millisecond' AS at) t`
  return events.map((event) => event.id)
})

const resentInOrder = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string }>`
    SELECT id FROM webhook_events WHERE account_id = ${accountId} AND state = 'retrying' ORDER BY due_at, sequence`
  return rows.map(({ id }) => id)
})

onAnyDatabaseWith("Recoveries", { services: TestServices }, (it) => {
  it.effect(
    ...webhookScenario(
      "send what failed since then, oldest first, in batches, and end",
      Effect.gen(function* () {
        const account = yield* accountWithEvents(1_000, [])
        const ids = yield* addFailed(account, 250)
        const older = yield* Effect.andThen(TestClock.adjust("3 hours"), addFailed(account, 3))
        const hoursAgo = (hours: number) =>
          Effect.map(Clock.currentTimeMillis, (time) => new Date(time - hours * 3_600_000))
        const count = (since: Date) => Recoveries.use((jobs) => jobs.count(account.id, account.endpoint.id, since))
        assert.strictEqual(yield* count(yield* hoursAgo(2)), 3)
        assert.strictEqual(yield* count(yield* hoursAgo(24)), 253)
        const job = yield* start(account.id, account.endpoint.id, 2)
        assert.deepInclude(job, { state: "running", total: 3, resent: 0, finishedAt: null })
        assert.strictEqual(yield* workUntilIdle, 1)
        assert.deepInclude(yield* show(account.id, job.id), { state: "completed", resent: 3 })
        assert.deepStrictEqual(yield* resentInOrder(account.id), older)
        yield* sendAll(200)
        const all = yield* start(account.id, account.endpoint.id, 24)
        assert.deepInclude(all, { total: 250 })
        assert.strictEqual(yield* workUntilIdle, 3)
        assert.deepInclude(yield* show(account.id, all.id), { state: "completed", resent: 250 })
        assert.deepStrictEqual(yield* resentInOrder(account.id), ids)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "stay little ahead of the endpoint, so that new events do not wait for them",
      Effect.gen(function* () {
        const account = yield* accountWithEvents(1_000, [])
        yield* addFailed(account, 700)
        const job = yield* start(account.id, account.endpoint.id, 24)
        yield* workUntilIdle
        assert.deepInclude(yield* show(account.id, job.id), { state: "running", resent: 500 })
        yield* TestClock.adjust("1 second")
        yield* workUntilIdle
        assert.strictEqual((yield* show(account.id, job.id)).resent, 500)
        while ((yield* show(account.id, job.id)).state === "running") {
          yield* sendAll(200)
          yield* TestClock.adjust("1 second")
          yield* workUntilIdle
        }
        assert.deepInclude(yield* show(account.id, job.id), { state: "completed", resent: 700 })
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "go on in another process once the lease of one that died has ended",
      Effect.gen(function* () {
        const account = yield* accountWithEvents(1_000, [])
        yield* addFailed(account, 150)
        const job = yield* start(account.id, account.endpoint.id, 24)
        yield* work
        // As a process leaves it that dies between its claim and its batch.
        const sql = yield* SqlClient.SqlClient
        const leaseEnd = new Date((yield* Clock.currentTimeMillis) + 30_000)
        yield* sql`UPDATE webhook_recoveries SET next_at = ${leaseEnd} WHERE id = ${job.id}`
        assert.isFalse(yield* work)
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* workUntilIdle, 1)
        assert.deepInclude(yield* show(account.id, job.id), { state: "completed", total: 150, resent: 150 })
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "lose and repeat nothing, wherever a process stops",
      Effect.gen(function* () {
        const account = yield* accountWithEvents(100, [])
        const paid = yield* addFailed(account, 120)
        const refunded = yield* addFailed(account, 4, true)
        const job = yield* start(account.id, account.endpoint.id, 24)
        for (let turns = 0; turns < 40; turns += 1) {
          const process = yield* Effect.forkChild(work)
          yield* Effect.repeat(
            Effect.promise(() => new Promise(setImmediate)),
            { times: turns }
          )
          yield* Fiber.interrupt(process)
          yield* TestClock.adjust("30 seconds")
        }
        yield* workUntilIdle
        assert.deepInclude(yield* show(account.id, job.id), { state: "completed", total: 124, resent: 124 })
        assert.sameMembers(yield* resentInOrder(account.id), [...paid, ...refunded])
        // The four that were paid again.
        assert.strictEqual(yield* Ledger.use((ledger) => ledger.available(account.id)), 20)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "share the work among processes",
      Effect.gen(function* () {
        const accounts = yield* Effect.forEach([1, 2, 3], () => accountWithEvents(1_000, []))
        for (const account of accounts) yield* addFailed(account, 120)
        const jobs = yield* Effect.forEach(accounts, ({ id, endpoint }) => start(id, endpoint.id, 24))
        yield* Effect.all([workUntilIdle, workUntilIdle, workUntilIdle], { concurrency: "unbounded" })
        yield* workUntilIdle
        for (const [index, { id }] of accounts.entries()) {
          const job = jobs[index] ?? assert.fail("a job")
          assert.deepInclude(yield* show(id, job.id), { state: "completed", resent: 120 })
          assert.lengthOf(yield* resentInOrder(id), 120)
        }
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "do not pick an event twice that fails again",
      Effect.gen(function* () {
        const account = yield* accountWithEvents(1_000, ["one", "two"])
        yield* sendUntilFinished(500)
        const job = yield* start(account.id, account.endpoint.id, 72)
        yield* work
        assert.deepInclude(yield* show(account.id, job.id), { state: "completed", total: 2, resent: 2 })
        yield* sendUntilFinished(500)
        assert.isFalse(yield* work)
        assert.lengthOf(yield* resentInOrder(account.id), 0)
        assert.strictEqual((yield* start(account.id, account.endpoint.id, 1)).total, 0)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "pay returned charges again, and end when the credits do",
      Effect.gen(function* () {
        const account = yield* accountWithEvents(50, [])
        const ids = yield* addFailed(account, 5, true)
        const job = yield* start(account.id, account.endpoint.id, 24)
        yield* workUntilIdle
        assert.deepInclude(yield* show(account.id, job.id), { state: "out_of_credits", total: 5, resent: 2 })
        assert.deepStrictEqual(yield* resentInOrder(account.id), ids.slice(0, 2))
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "can be cancelled, one runs on an endpoint, and none is another account's",
      Effect.gen(function* () {
        const account = yield* accountWithEvents(1_000, [])
        yield* addFailed(account, 150)
        const job = yield* start(account.id, account.endpoint.id, 24)
        const refused = yield* Effect.flip(start(account.id, account.endpoint.id, 24))
        assert.include(refused.detail, job.id)
        yield* work
        const cancelled = yield* cancel(account.id, job.id)
        assert.deepInclude(cancelled, { state: "cancelled", resent: 100 })
        assert.deepStrictEqual(yield* cancel(account.id, job.id), cancelled)
        assert.isFalse(yield* work)
        assert.strictEqual((yield* start(account.id, account.endpoint.id, 24)).total, 50)
        const other = yield* accountWithEvents(1_000, [])
        for (const call of [show(other.id, job.id), cancel(other.id, job.id)]) {
          assert.strictEqual((yield* Effect.flip(call))._tag, "NotFound")
        }
        const counted = Recoveries.use((jobs) => jobs.count(other.id, account.endpoint.id, new Date(0)))
        assert.include(["NotFound", "InvalidParameter"], (yield* Effect.flip(counted))._tag)
        assert.strictEqual((yield* Effect.flip(start(other.id, account.endpoint.id, 24)))._tag, "NotFound")
        assert.lengthOf(yield* Recoveries.use((jobs) => jobs.list(other.id)), 0)
        assert.lengthOf(yield* Recoveries.use((jobs) => jobs.list(account.id)), 2)
      })
    )
  )

  it.effect(
    ...webhookScenario(
      "look back 30 days at most, and go with their endpoint",
      Effect.gen(function* () {
        const { id, endpoint } = yield* accountWithEvents(1_000, [])
        assert.include((yield* Effect.flip(start(id, endpoint.id, 30 * 24 + 1))).detail, "30 days")
        assert.include((yield* Effect.flip(start(id, endpoint.id, -1))).detail, "past")
        const job = yield* start(id, endpoint.id, 30 * 24)
        assert.deepInclude(job, { state: "completed", total: 0 })
        yield* (yield* Endpoints).remove(id, endpoint.id)
        assert.strictEqual((yield* Effect.flip(show(id, job.id)))._tag, "NotFound")
      })
    )
  )
})
