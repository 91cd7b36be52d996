/** What is kept of deliveries, and for how long; what makes an event unique stays. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { encodeTime } from "ulid"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { DeliveryRetention } from "../../../src/webhooks/delivery/DeliveryRetention.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { withTime } from "../../support/Clocks.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { accountWithEndpoint, forgetPostsAndWebhooks } from "../../support/Webhooks.ts"

const now = Date.parse("2026-11-22T12:00:00Z")
const ago = (days: number) => new Date(now - days * dayMillis)
const run = Effect.flatMap(DeliveryRetention, (retention) => withTime(retention.run, () => now))

let count = 0
const idAt = (prefix: string, time: Date) =>
  `${prefix}_${encodeTime(time.getTime(), 10)}${String((count += 1)).padStart(16, "0")}`

const addEvent = Effect.fnUntraced(function* (
  { accountId, ruleId }: { readonly accountId: string; readonly ruleId: string },
  code: string,
  state: "delivered" | "failed" | "cancelled" | "retrying",
  finishedAt: Date
) {
  const sql = yield* SqlClient.SqlClient
  const open = state === "retrying"
  yield* sql`
    INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, body,
      attempt, due_at, created_at, finished_at)
    VALUES (${accountId}, ${idAt("evt", finishedAt)}, 'ep_1', ${ruleId}, 'keyword', ${code}, ${count}, ${state}, '{}', 1,
      ${open ? ago(0) : null}::timestamptz, ${finishedAt}, ${open ? null : finishedAt}::timestamptz)`
})

const addAttempt = Effect.fnUntraced(function* (accountId: string, startedAt: Date) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO webhook_attempts (account_id, id, endpoint_id, attempt, started_at, outcome)
    VALUES (${accountId}, ${idAt("dlv", startedAt)}, 'ep_1', 1, ${startedAt}, 'delivered')`
})

/** Post codes of the events, with whether their bodies are kept. */
const events = (accountId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ code: string; kept: boolean }>`
      SELECT post_code AS code, body IS NOT NULL AS kept FROM webhook_events
      WHERE account_id = ${accountId} ORDER BY post_code`
    return rows.map(({ code, kept }) => `${code} ${kept ? "with" : "without"} body`)
  })

onAnyDatabaseWith(
  "Retention of deliveries",
  { services: testServicesWith({ HEDDLE_EVENT_BODY_RETENTION: "7 days" }) },
  (it) => {
    it.effect("clears bodies, those of failed events later, and keeps the rows while their rule exists", () =>
      Effect.gen(function* () {
        yield* forgetPostsAndWebhooks
        const { id, endpoint } = yield* accountWithEndpoint(100)
        const rule = yield* (yield* Endpoints).createRule(id, endpoint.id, { keyword: "a", likeCount: 10 })
        const live = { accountId: id, ruleId: rule.id }
        const gone = { accountId: id, ruleId: "rule_gone" }
        yield* addEvent(live, "delivered 6 days ago", "delivered", ago(6))
        yield* addEvent(live, "delivered 8 days ago", "delivered", ago(8))
        yield* addEvent(live, "delivered 900 days ago", "delivered", ago(900))
        yield* addEvent(live, "failed 29 days ago", "failed", ago(29))
        yield* addEvent(live, "failed 31 days ago", "failed", ago(31))
        yield* addEvent(live, "retrying", "retrying", ago(40))
        yield* addEvent(gone, "rule gone, 29 days ago", "cancelled", ago(29))
        yield* addEvent(gone, "rule gone, 31 days ago", "cancelled", ago(31))
        for (let index = 0; index < 2_100; index += 1) yield* addEvent(gone, `many ${index}`, "delivered", ago(50))
        const expected = [
          "delivered 6 days ago with body",
          "delivered 8 days ago without body",
          "delivered 900 days ago without body",
          "failed 29 days ago with body",
          "failed 31 days ago without body",
          "retrying with body",
          "rule gone, 29 days ago without body"
        ]
        yield* Effect.all([run, run], { concurrency: "unbounded" })
        assert.sameMembers(yield* events(id), expected)
        yield* run
        assert.sameMembers(yield* events(id), expected)
      })
    )

    it.effect("drops whole days of attempts, and has a partition for the next", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* forgetPostsAndWebhooks
        const { id } = yield* accountWithEndpoint(100)
        const days = ["2026-10-22T23:59:59Z", "2026-10-23T00:00:00Z", "2026-11-22T11:00:00Z"]
        for (const day of days) {
          const time = Date.parse(day)
          yield* addAttempt(id, new Date(time))
          // As maintenance did at that time.
          const retention = yield* DeliveryRetention
          if (time < now - 30 * dayMillis) yield* withTime(retention.run, () => time)
        }
        const places = sql<{ place: string }>`
          SELECT tableoid::regclass::text AS place FROM webhook_attempts WHERE account_id = ${id} ORDER BY id`
        assert.deepStrictEqual(
          (yield* places).map(({ place }) => place),
          ["webhook_attempts_20261022", "webhook_attempts_20261023", "webhook_attempts_20261122"]
        )
        const expired = Date.parse("2026-11-22T00:00:00Z")
        const retention = yield* DeliveryRetention
        assert.notInclude(yield* withTime(retention.run, () => expired - 1), "webhook_attempts_20261022")
        assert.include(yield* withTime(retention.run, () => expired), "webhook_attempts_20261022")
        // One whose day is gone, such as of a process whose clock is far behind.
        yield* addAttempt(id, new Date("2026-10-22T23:59:58Z"))
        assert.lengthOf(yield* places, 3)
        yield* run
        assert.deepStrictEqual(
          (yield* places).map(({ place }) => place),
          ["webhook_attempts_20261023", "webhook_attempts_20261122"]
        )
        const tomorrow = sql`SELECT 1 WHERE to_regclass('webhook_attempts_20261123') IS NOT NULL`
        assert.lengthOf(yield* tomorrow, 1)
      })
    )
  }
)
