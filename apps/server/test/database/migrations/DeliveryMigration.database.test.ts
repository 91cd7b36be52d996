/** A database of the release before queues and secrets goes on delivering: nothing is lost, sent twice or forgotten. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { encodeTime } from "ulid"
import { onAnyEmptyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { installFunctions, sqlFunctions } from "../../../src/database/functions/SqlFunctions.ts"
import { migrations } from "../../../src/database/migrations/index.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { Secrets } from "../../../src/runtime/Secrets.ts"
import { DeliveryRetention } from "../../../src/webhooks/delivery/DeliveryRetention.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { giveFormerPlan } from "../../support/FormerPlan.ts"
import { TestServices } from "../../support/TestServices.ts"
import { claimAll, recordAnswer } from "../../support/Webhooks.ts"

const run = (these: (name: string) => boolean) =>
  Effect.forEach(
    Object.entries(migrations).filter(([name]) => these(name)),
    ([, migration]) => migration,
    { discard: true }
  )

const Former = Layer.effectDiscard(
  Effect.andThen(
    run((name) => name < "0017"),
    Effect.flatMap(sqlFunctions, installFunctions)
  )
)

const migrate = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(run((name) => name >= "0017")))

const start = Date.parse("1970-02-22T10:00:00Z")
const at = (seconds: number) => new Date(start + seconds * 1_000)
const attemptId = (time: Date, number: number) =>
  `dlv_${encodeTime(time.getTime(), 10)}${String(number).padStart(16, "0")}`

interface FormerEvent {
  readonly state: "scheduled" | "sending" | "retrying" | "delivered" | "failed"
  readonly dueAt: Date | null
  readonly attempt: number
  readonly body: string | null
}

const addEvent = Effect.fnUntraced(function* (accountId: string, postCode: string, event: FormerEvent) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* newId("evt")
  yield* sql`INSERT INTO webhook_events ${sql.insert({
    account_id: accountId,
    id,
    endpoint_id: "ep_1",
    rule_id: "rule_1",
    rule_type: "keyword",
    rule_keyword: "cat",
    post_code: postCode,
    state: event.state,
    body: event.body,
    attempt: event.attempt,
    failures: 0,
    due_at: event.dueAt,
    created_at: at(-100),
    finished_at: event.dueAt === null ? at(-50) : null
  })}`
  return id
})

const addAttempt = (accountId: string, eventId: string, id: string, attempt: number, statusCode: number | null) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`INSERT INTO webhook_attempts ${sql.insert({
        account_id: accountId,
        id,
        endpoint_id: "ep_1",
        event_id: eventId,
        attempt,
        started_at: at(-90),
        duration_ms: statusCode === null ? null : 5,
        status_code: statusCode
      })}`
  )

const secret = "whsec_c2VjcmV0"

onAnyEmptyDatabase("0017_delivery", (_name, client) => {
  const inside = TestServices.pipe(Layer.provideMerge(Former.pipe(Layer.provideMerge(client))), Layer.orDie)

  layer(inside, { timeout: "60 seconds" })((it) => {
    it.effect("keeps secrets, goes on with unfinished events, and keeps the log until its days are over", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* TestClock.setTime(start)
        const { id } = yield* (yield* Accounts).create("ann@example.com")
        yield* giveFormerPlan(id, 1_000)
        yield* sql`INSERT INTO webhook_endpoints ${sql.insert({
          account_id: id,
          id: "ep_1",
          url: "https://example.com/hooks",
          sealed_secret: (yield* Secrets).seal(secret),
          created_at: at(-200)
        })}`
        const body = `{"post":{}}`
        const delivered = yield* addEvent(id, "done", { state: "delivered", dueAt: null, attempt: 1, body })
        const retrying = yield* addEvent(id, "again", { state: "retrying", dueAt: at(-1), attempt: 1, body })
        const sending = yield* addEvent(id, "lost", { state: "sending", dueAt: at(20), attempt: 2, body })
        yield* addAttempt(id, delivered, attemptId(at(-90), 1), 1, 200)
        yield* addAttempt(id, retrying, attemptId(at(-90), 2), 1, 500)
        yield* addAttempt(id, sending, attemptId(at(-90), 3), 1, null)
        yield* addAttempt(id, sending, attemptId(at(-10), 4), 2, null)

        yield* migrate

        const [endpoint] = yield* (yield* Endpoints).list(id)
        assert.strictEqual(endpoint?.secret, secret)
        const log = sql<{ id: string }>`
          SELECT id, outcome, post_code, fault_owner, tableoid::regclass::text AS place FROM webhook_attempts ORDER BY id`
        const former = { place: "webhook_attempts_before_19700223_default" }
        const rows = [
          { id: attemptId(at(-90), 1), outcome: "delivered", postCode: "done", faultOwner: null, ...former },
          { id: attemptId(at(-90), 2), outcome: "failed", postCode: "again", faultOwner: "customer", ...former },
          { id: attemptId(at(-90), 3), outcome: "failed", postCode: "lost", faultOwner: "us", ...former }
        ]
        assert.deepStrictEqual(yield* log, rows)

        const [first, ...others] = yield* claimAll
        assert.deepStrictEqual(others, [])
        if (first === undefined) return assert.fail("the retry is due")
        assert.strictEqual(first.eventId, retrying)
        assert.strictEqual(first.attempt, 2)
        yield* recordAnswer(first, 200)
        yield* TestClock.adjust("20 seconds")
        const [taken] = yield* claimAll
        if (taken === undefined) return assert.fail("the lease of the former process ended")
        assert.strictEqual(taken.eventId, sending)
        assert.strictEqual(taken.attempt, 3)
        yield* recordAnswer(taken, 200)
        assert.lengthOf(yield* log, rows.length + 3)
        const again = yield* Effect.result(addAttempt(id, sending, attemptId(at(-90), 3), 1, 200))
        assert.strictEqual(again._tag, "Failure", "an id is unique in all partitions")

        const retention = yield* DeliveryRetention
        yield* TestClock.setTime(Date.parse("1970-03-24T23:59:00Z"))
        assert.notInclude(yield* retention.run, "webhook_attempts_before_19700223")
        yield* TestClock.setTime(Date.parse("1970-03-25T00:00:00Z"))
        assert.include(yield* retention.run, "webhook_attempts_before_19700223")
        assert.deepStrictEqual(yield* checkLedger, [])
        assert.strictEqual(yield* (yield* Ledger).available(id), 0, "the plan has ended")
      })
    )
  })
})
