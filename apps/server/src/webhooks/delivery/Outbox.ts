/**
 * The durable line of events to send. What the rows promise: exactly one event and one charge per post and rule, and
 * at least one request. A claim, its lease, its charge and its frozen body commit together; the request happens
 * outside any transaction; the result is recorded in a second short one, fenced by the attempt number.
 */
import { type AccountId, type EndpointId, type RuleId, webhookEventPrice } from "@heddle/api"
import { Context, Effect, Layer, Metric } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { type EventId, newId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { type Delivery, makeClaim } from "./Claim.ts"
import { retryDelayMillis } from "./RetryPolicy.ts"
import type { AttemptResult } from "./Sender.ts"

/** Wakes delivery workers of every process. */
export const outboxChannel = "webhook_outbox"

/** A post that matched a rule. */
export interface Match {
  readonly ruleId: RuleId
  readonly postCode: string
}

export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Makes the events of one account that do not exist yet, in the given order, each with its hold, as far as the
     * credits go. Rules that are gone meanwhile are passed over.
     */
    add(
      accountId: AccountId,
      matches: ReadonlyArray<Match>
    ): Effect.Effect<{ readonly made: number; readonly outOfCredits: boolean }>
    /** Claims up to `limit` due events, no more of one endpoint than its rate and `freeOf` allow. */
    claim(limit: number, freeOf?: (endpointId: EndpointId) => number): Effect.Effect<ReadonlyArray<Delivery>>
    /** Writes what became of an attempt. A result that comes after its lease was taken over changes only the log. */
    record(delivery: Delivery, result: AttemptResult, jitter: number): Effect.Effect<void>
    /** Writes a test event's attempt into the log. */
    recordTest(
      accountId: AccountId,
      endpointId: EndpointId,
      startedAt: Date,
      result: AttemptResult
    ): Effect.Effect<void>
    /** How many events are scheduled, being sent or waiting for a retry. */
    readonly unfinished: Effect.Effect<number>
    /** Within the caller's transaction: cancels unfinished events and gives credits not spent back. */
    cancel(
      accountId: AccountId,
      of: { readonly endpointId: EndpointId } | { readonly ruleId: RuleId }
    ): Effect.Effect<void, SqlError.SqlError>
  }
>()("@heddle/server/webhooks/delivery/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const claimDue = makeClaim(sql, ledger)
      const claim = (limit: number, freeOf: (endpointId: EndpointId) => number = () => limit) => claimDue(limit, freeOf)

      const add = Effect.fn("Outbox.add")(
        function* (accountId: AccountId, matches: ReadonlyArray<Match>) {
          yield* ledger.lock(accountId)
          const wanted = matches.map(({ ruleId, postCode }, index) => ({ index, rule_id: ruleId, post_code: postCode }))
          const missing = yield* sql<MissingRow>`
            SELECT m.post_code, r.id AS rule_id, r.endpoint_id, r.type AS rule_type, r.keyword AS rule_keyword
            FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS m (index int, rule_id text, post_code text)
            JOIN webhook_rules r ON r.account_id = ${accountId} AND r.id = m.rule_id
            WHERE NOT EXISTS (SELECT 1 FROM webhook_events e
              WHERE e.account_id = ${accountId} AND e.rule_id = m.rule_id AND e.post_code = m.post_code)
            ORDER BY m.index`
          const ids = yield* Effect.forEach(missing, () => newId("evt"))
          const made = yield* ledger.holdEach(accountId, ids, webhookEventPrice)
          const events = missing.slice(0, made).map((row, index) => ({ ...row, id: ids[index] }))
          if (made > 0) {
            const time = yield* now
            yield* sql`
              INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, rule_keyword, post_code,
                state, due_at, created_at)
              SELECT ${accountId}, n.id, n."endpointId", n."ruleId", n."ruleType", n."ruleKeyword", n."postCode",
                'scheduled', ${time}, ${time}
              FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS n (id text, "endpointId" text,
                "ruleId" text, "ruleType" text, "ruleKeyword" text, "postCode" text)`
            yield* sql`SELECT pg_notify(${outboxChannel}, '')`
          }
          yield* Metric.update(eventsMade, made)
          return { made, outOfCredits: made < missing.length }
        },
        (effect) => atomically(sql, effect)
      )

      const record = Effect.fn("Outbox.record")(
        function* (delivery: Delivery, result: AttemptResult, jitter: number) {
          const time = yield* now
          const { accountId, eventId, attempt } = delivery
          yield* sql`
            UPDATE webhook_attempts SET duration_ms = ${result.durationMillis}, status_code = ${result.statusCode},
              error = ${result.error}, response = ${result.response}
            WHERE account_id = ${accountId} AND id = ${delivery.attemptId}`
          const failures = delivery.failures + (result.delivered ? 0 : 1)
          const delay = result.delivered ? null : retryDelayMillis(failures, jitter, result.retryAfterMillis)
          const state = result.delivered ? "delivered" : delay === null ? "failed" : "retrying"
          yield* sql`
            UPDATE webhook_events SET state = ${state}, failures = ${failures},
              due_at = ${delay === null ? null : plusMillis(time, delay)}::timestamptz,
              finished_at = ${delay === null ? time : null}::timestamptz
            WHERE account_id = ${accountId} AND id = ${eventId} AND state = 'sending' AND attempt = ${attempt}`
        },
        (effect) => atomically(sql, effect)
      )

      const recordTest = Effect.fn("Outbox.recordTest")(function* (
        accountId: AccountId,
        endpointId: EndpointId,
        startedAt: Date,
        result: AttemptResult
      ) {
        yield* sql`
          INSERT INTO webhook_attempts (account_id, id, endpoint_id, attempt, started_at, duration_ms, status_code,
            error, response)
          VALUES (${accountId}, ${yield* newId("dlv")}, ${endpointId}, 1, ${startedAt}, ${result.durationMillis},
            ${result.statusCode}, ${result.error}, ${result.response})`
      }, Effect.orDie)

      const cancel = Effect.fn("Outbox.cancel")(function* (
        accountId: AccountId,
        of: { readonly endpointId: EndpointId } | { readonly ruleId: RuleId }
      ) {
        const rows = yield* sql<{ id: EventId }>`
          UPDATE webhook_events SET state = 'cancelled', due_at = NULL, finished_at = ${yield* now}
          WHERE account_id = ${accountId} AND due_at IS NOT NULL
            AND ${"ruleId" in of ? sql`rule_id = ${of.ruleId}` : sql`endpoint_id = ${of.endpointId}`}
          RETURNING id`
        yield* ledger.releaseEach(
          accountId,
          rows.map(({ id }) => id)
        )
      })

      const unfinished = sql<{ count: number }>`
        SELECT count(*) AS count FROM webhook_events WHERE due_at IS NOT NULL`.pipe(
        Effect.map((rows) => rows[0]?.count ?? 0),
        Effect.orDie
      )

      return Outbox.of({ add, claim, record, recordTest, unfinished, cancel })
    })
  )
}

const eventsMade = Metric.counter("webhook_events_made", {
  description: "Webhook events made by rounds",
  incremental: true
})

interface MissingRow {
  readonly postCode: string
  readonly ruleId: RuleId
  readonly endpointId: EndpointId
  readonly ruleType: string
  readonly ruleKeyword: string | null
}
