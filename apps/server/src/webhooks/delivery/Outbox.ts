/**
 * Transactional outbox of webhook events. It guarantees exactly one event and one charge per post and rule, and at
 * least one request. Claim, lease, charge and frozen body commit together; the request runs outside any transaction;
 * a second transaction records its result, fenced by the id of the attempt.
 */
import { type AccountId, type EndpointId, type RuleId, webhookEventPrice } from "@heddle/api"
import { Context, Effect, Layer, Metric } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { type EventId, newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { type LoggedAttempt, makeAttemptLog } from "./AttemptLog.ts"
import { BreakerNotices } from "./BreakerNotices.ts"
import { type Claimed, makeClaim } from "./Claim.ts"
import type { FreeSlots } from "./ClaimQueries.ts"
import { type Capped, makeDailyCap, withinCaps } from "./DailyCap.ts"
import { type EventState, moves } from "./EventState.ts"
import { leaseMillis } from "./Lease.ts"
import { type EndpointKey, makeQueues } from "./Queues.ts"
import { makeRecord, type Result } from "./Record.ts"
import type { AttemptResult } from "./Sender.ts"

/** `NOTIFY` channel that wakes the delivery task of every process. */
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
     * Creates an account's missing events in the given order, each with its hold, for as many as the credits and the
     * daily caps of endpoints cover. What a cap leaves out is checked again after midnight.
     * Skips rules that no longer exist.
     */
    add(
      accountId: AccountId,
      matches: ReadonlyArray<Match>
    ): Effect.Effect<{ readonly created: number; readonly outOfCredits: boolean }>
    /** Claims due events, within what each endpoint may have. Whatever is claimed must be sent and recorded. */
    claim(free: FreeSlots): Effect.Effect<Claimed>
    /** Records results together. Returns when one of their endpoints has something to claim next, if ever. */
    record(results: ReadonlyArray<Result>): Effect.Effect<Date | null, SqlError.SqlError>
    /** Counts these endpoints as slow until they answer quickly. */
    markSlow(endpoints: ReadonlyArray<EndpointKey>): Effect.Effect<void>
    /** Adds the attempt of a test event to the delivery log. */
    recordTest(attempt: LoggedAttempt, result: AttemptResult): Effect.Effect<void>
    /** Number of events that are scheduled, being sent or waiting for a retry. */
    readonly unfinished: Effect.Effect<number>
    /** Cancels unfinished events and releases their holds, within the caller's transaction. */
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
      const queues = makeQueues(sql)
      const cap = makeDailyCap(sql)
      const log = makeAttemptLog(sql)
      const claim = makeClaim(sql, ledger, leaseMillis)
      const record = makeRecord(sql, ledger, yield* BreakerNotices)

      const add = Effect.fn("Outbox.add")(
        function* (accountId: AccountId, matches: ReadonlyArray<Match>) {
          yield* ledger.lock(accountId)
          const time = yield* now
          const wanted = matches.map(({ ruleId, postCode }, index) => ({ index, rule_id: ruleId, post_code: postCode }))
          const missing = yield* sql<MissingRow>`
            SELECT m.post_code, r.id AS rule_id, r.endpoint_id, r.type AS rule_type, r.keyword AS rule_keyword,
              ${cap.room(time)}
            FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS m (index int, rule_id text, post_code text)
            JOIN webhook_rules r ON r.account_id = ${accountId} AND r.id = m.rule_id
            JOIN webhook_endpoints p ON p.account_id = r.account_id AND p.id = r.endpoint_id
            JOIN webhook_queues q ON q.account_id = r.account_id AND q.endpoint_id = r.endpoint_id
            WHERE NOT EXISTS (SELECT 1 FROM webhook_events e
              WHERE e.account_id = ${accountId} AND e.rule_id = m.rule_id AND e.post_code = m.post_code)
            ORDER BY m.index`
          const allowed = withinCaps(missing)
          if (allowed.length < missing.length) yield* cap.recheckTomorrow(accountId, time)
          const ids = yield* Effect.forEach(allowed, () => newId("evt"))
          const created = yield* ledger.holdEach(accountId, ids, webhookEventPrice)
          if (created > 0) {
            const events = allowed.slice(0, created).map((row, index) => ({ ...row, id: ids[index], index }))
            yield* queues.lock(events.map(({ endpointId }) => ({ accountId, endpointId })))
            yield* insert(accountId, events, time)
            yield* cap.spend(accountId, events, time)
            yield* sql`SELECT pg_notify(${outboxChannel}, '')`
          }
          yield* Metric.update(eventsCreated, created)
          yield* failpoint("add.beforeCommit")
          return { created, outOfCredits: created < allowed.length }
        },
        (effect) => Effect.tap(atomically(sql, effect), failpoint("add.afterCommit"))
      )

      const insert = (accountId: AccountId, events: ReadonlyArray<NewEvent>, time: Date) =>
        sql`
          WITH n AS (
            SELECT * FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS n (index int, id text,
              "endpointId" text, "ruleId" text, "ruleType" text, "ruleKeyword" text, "postCode" text)
          ), queued AS (
            UPDATE webhook_queues q SET last_sequence = q.last_sequence + c.events,
              next_at = least(coalesce(q.next_at, ${time}), ${time})
            FROM (SELECT "endpointId", count(*) AS events FROM n GROUP BY 1) c
            WHERE q.account_id = ${accountId} AND q.endpoint_id = c."endpointId"
            RETURNING q.endpoint_id, q.last_sequence - c.events AS before
          )
          INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, rule_keyword, post_code, sequence,
            state, due_at, created_at)
          SELECT ${accountId}, n.id, n."endpointId", n."ruleId", n."ruleType", n."ruleKeyword", n."postCode",
            q.before + row_number() OVER (PARTITION BY n."endpointId" ORDER BY n.index),
            ${"scheduled" satisfies EventState}, ${time}, ${time}
          FROM n JOIN queued q ON q.endpoint_id = n."endpointId"`

      const markSlow = Effect.fn("Outbox.markSlow")(
        (endpoints: ReadonlyArray<EndpointKey>) => sql.withTransaction(queues.markSlow(endpoints)),
        Effect.orDie
      )

      const recordTest = Effect.fn("Outbox.recordTest")(function* (attempt: LoggedAttempt, result: AttemptResult) {
        yield* log.insert([[attempt, result]])
      }, Effect.orDie)

      const cancel = Effect.fn("Outbox.cancel")(function* (
        accountId: AccountId,
        of: { readonly endpointId: EndpointId } | { readonly ruleId: RuleId }
      ) {
        yield* queues.lockAll(accountId)
        const rows = yield* sql<{ id: EventId }>`
          WITH cancelled AS (
            SELECT id, state FROM webhook_events
            WHERE account_id = ${accountId} AND ${sql.in("state", moves.cancel.from)} AND due_at IS NOT NULL
              AND ${"ruleId" in of ? sql`rule_id = ${of.ruleId}` : sql`endpoint_id = ${of.endpointId}`}
          ), moved AS (
            UPDATE webhook_events e SET state = ${moves.cancel.to}, due_at = NULL, attempt_id = NULL,
              attempt_started_at = NULL, finished_at = ${yield* now}
            FROM cancelled c WHERE e.account_id = ${accountId} AND e.id = c.id
            RETURNING e.id, e.endpoint_id, c.state
          ), stopped AS (
            UPDATE webhook_queues q SET in_flight = q.in_flight - s.events
            FROM (
              SELECT endpoint_id, count(*) AS events FROM moved WHERE state = ${moves.start.to} GROUP BY 1
            ) s WHERE q.account_id = ${accountId} AND q.endpoint_id = s.endpoint_id
          ) SELECT id FROM moved`
        yield* ledger.releaseEach(rows.map(({ id }) => ({ accountId, holdId: id })))
      })

      const unfinished = sql<{ count: number }>`
        SELECT count(*) AS count FROM webhook_events WHERE due_at IS NOT NULL`.pipe(
        Effect.map((rows) => rows[0]?.count ?? 0),
        Effect.orDie
      )

      return Outbox.of({ add, claim, record, markSlow, recordTest, unfinished, cancel })
    })
  )
}

const eventsCreated = Metric.counter("webhook_events_made", {
  description: "Webhook events made by rounds",
  incremental: true
})

interface MissingRow extends Capped {
  readonly postCode: string
  readonly ruleId: RuleId
  readonly ruleType: string
  readonly ruleKeyword: string | null
}

type NewEvent = MissingRow & { readonly id: EventId | undefined; readonly index: number }
