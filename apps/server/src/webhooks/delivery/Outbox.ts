/**
 * Transactional outbox of webhook events. It guarantees exactly one event and one charge per post and rule, and at
 * least one request. Claim, lease, charge and frozen body commit together; the request runs outside any transaction;
 * a second transaction records its result, fenced by the id of the attempt.
 */
import type { AccountId, EndpointId, RuleId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import type { EventId } from "../../runtime/Ids.ts"
import { ProcessLease } from "../../runtime/ProcessLease.ts"
import { now } from "../../runtime/Time.ts"
import { type LoggedAttempt, logAgain } from "./AttemptLog.ts"
import { BreakerNotices } from "./BreakerNotices.ts"
import { type Claimed, makeClaim } from "./Claim.ts"
import type { FreeSlots } from "./ClaimQueries.ts"
import { moves } from "./EventState.ts"
import { makeLostAttempts } from "./LostAttempts.ts"
import { type Added, makeNewEvents, type Match } from "./NewEvents.ts"
import { type EndpointKey, makeQueues } from "./Queues.ts"
import { makeRecord, type Result } from "./Record.ts"
import { attemptDeadlineMillis, type AttemptResult } from "./Sender.ts"

/** How long the database may be slow or down before an event whose result is waiting is sent again. */
const recordingMillis = 15_000
/** Allows for processes whose clocks differ. */
const marginMillis = 5_000

const leaseMillis = attemptDeadlineMillis + recordingMillis + marginMillis

export class Outbox extends Context.Service<
  Outbox,
  {
    /** Leaves out the matches that have an event, without a lock: `add` decides. */
    withoutEvent(matches: ReadonlyArray<Match>): Effect.Effect<ReadonlyArray<Match>>
    /**
     * Creates the missing events of these matches in the given order, each with its hold, for as many as the credits of
     * its account and the daily caps of endpoints cover. What a cap leaves out is checked again after midnight. Skips rules
     * that were deleted or edited since they matched. The matches must be distinct.
     */
    add(matches: ReadonlyArray<Match>): Effect.Effect<Added>
    /** Claims due events, within what each endpoint may have. Whatever is claimed must be sent and recorded. */
    claim(free: FreeSlots): Effect.Effect<Claimed>
    /** Lets the next claim take over the attempts of processes that died, which else would wait for their leases to end. */
    readonly releaseLost: Effect.Effect<void>
    /** Records results together. Returns when one of their endpoints has something to claim next, if ever. */
    record(results: ReadonlyArray<Result>): Effect.Effect<Date | null, SqlError.SqlError>
    /** Counts these endpoints as slow until they answer quickly. */
    markSlow(endpoints: ReadonlyArray<EndpointKey>): Effect.Effect<void>
    /** Adds the attempt of a test event to the delivery log. */
    recordTest(attempt: LoggedAttempt, result: AttemptResult): Effect.Effect<void>
    /** Number of events that are scheduled, being sent or waiting for a retry. */
    readonly unfinished: Effect.Effect<number>
    /**
     * For how long the oldest event is due that could be sent now; 0 when there is none. Events of an endpoint that is full,
     * paused or failing do not count: they wait for the endpoint.
     */
    readonly lagSeconds: Effect.Effect<number>
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
      const newEvents = makeNewEvents(sql, ledger)
      const processes = yield* ProcessLease
      const claim = makeClaim(sql, ledger, processes, leaseMillis)
      const releaseLost = makeLostAttempts(sql, processes)
      const record = makeRecord(sql, ledger, yield* BreakerNotices)

      const add = Effect.fn("Outbox.add")((matches: ReadonlyArray<Match>) =>
        Effect.tap(atomically(sql, newEvents.create(matches)), failpoint("add.afterCommit"))
      )

      const withoutEvent = Effect.fn("Outbox.withoutEvent")(newEvents.withoutEvent, Effect.orDie)

      const markSlow = Effect.fn("Outbox.markSlow")(
        (endpoints: ReadonlyArray<EndpointKey>) => sql.withTransaction(queues.markSlow(endpoints)),
        Effect.orDie
      )

      const recordTest = Effect.fn("Outbox.recordTest")(function* (attempt: LoggedAttempt, result: AttemptResult) {
        yield* logAgain(sql, [[attempt, result]])
      }, Effect.orDie)

      const cancel = Effect.fn("Outbox.cancel")(function* (
        accountId: AccountId,
        of: { readonly endpointId: EndpointId } | { readonly ruleId: RuleId }
      ) {
        yield* queues.lockAll(accountId)
        const ofThese = sql`account_id = ${accountId} AND ${sql.in("state", moves.cancel.from)}
          AND ${"ruleId" in of ? sql`rule_id = ${of.ruleId}` : sql`endpoint_id = ${of.endpointId}`}`
        const rows = yield* sql<{ id: EventId }>`
          WITH cancelled AS (
            SELECT id, state FROM webhook_events WHERE ${ofThese} AND due_at IS NOT NULL AND state <> 'sending'
            UNION ALL SELECT id, state FROM webhook_events WHERE ${ofThese} AND state = 'sending'
          ), moved AS (
            UPDATE webhook_events e SET state = ${moves.cancel.to}, due_at = NULL, attempt_id = NULL,
              attempt_started_at = NULL, attempt_process = NULL, finished_at = ${yield* now}
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
        SELECT (SELECT count(*) FROM webhook_events WHERE due_at IS NOT NULL AND state <> 'sending')
          + (SELECT count(*) FROM webhook_events WHERE state = 'sending') AS count`.pipe(
        Effect.map((rows) => rows[0]?.count ?? 0),
        Effect.orDie
      )

      const lagSeconds = Effect.gen(function* () {
        const time = yield* now
        const [row] = yield* sql<{ dueAt: Date | null }>`
          SELECT min(e.due_at) AS due_at FROM webhook_queues q, LATERAL (
            SELECT min(w.due_at) AS due_at FROM webhook_events w
            WHERE w.account_id = q.account_id AND w.endpoint_id = q.endpoint_id
              AND w.due_at IS NOT NULL AND w.state <> 'sending'
          ) e WHERE q.next_at <= ${time}`
        const dueAt = row?.dueAt ?? time
        return Math.max(0, time.getTime() - dueAt.getTime()) / 1000
      }).pipe(Effect.orDie)

      return Outbox.of({
        withoutEvent,
        add,
        claim,
        releaseLost,
        record,
        markSlow,
        recordTest,
        unfinished,
        lagSeconds,
        cancel
      })
    })
  )
}
