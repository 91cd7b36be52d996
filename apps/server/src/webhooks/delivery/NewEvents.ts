/**
 * Creates the events of a round, each with its hold, in one transaction for many accounts. The lock of an account, under
 * which its rules and endpoints change, comes before the locks of its queues.
 */
import { type AccountId, type RuleId, webhookEventPrice } from "@heddle/api"
import { Effect, Metric } from "effect"
import type { SqlClient } from "effect/sql"
import { lockAccounts } from "../../accounts/customers/AccountRows.ts"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { recordset } from "../../database/client/Recordset.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { type Capped, makeDailyCap, withinCaps } from "./DailyCap.ts"
import type { EventState } from "./EventState.ts"
import { makeQueues } from "./Queues.ts"

/** A post that matched a rule. */
export interface Match {
  readonly accountId: AccountId
  readonly ruleId: RuleId
  /** Of the rule that matched: a rule that has been edited since has other conditions. Without it, any revision matches. */
  readonly revision?: number
  readonly postCode: string
}

export interface Added {
  readonly created: number
  /** Accounts that could not pay for all of their events. */
  readonly outOfCredits: ReadonlySet<AccountId>
}

/** `NOTIFY` channel that wakes the delivery task of every process. */
export const outboxChannel = "webhook_outbox"

export const makeNewEvents = (sql: SqlClient.SqlClient, ledger: Ledger["Service"]) => {
  const queues = makeQueues(sql)
  const cap = makeDailyCap(sql)

  /** And neither is it left out by its rule. */
  const isMissing = sql`NOT EXISTS (SELECT 1 FROM webhook_events e
      WHERE e.account_id = m.account_id AND e.rule_id = m.rule_id AND e.post_code = m.post_code)
    AND NOT EXISTS (SELECT 1 FROM webhook_existing_posts x WHERE x.rule_id = m.rule_id AND x.post_code = m.post_code)`

  const matchColumns = {
    index: "integer",
    accountId: "text",
    ruleId: "text",
    revision: "bigint",
    postCode: "text"
  } as const
  const rowsOf = (matches: ReadonlyArray<Match>) =>
    matches.map((match, index) => ({ ...match, index, revision: match.revision ?? null }))

  /** The matches without an event, in the given order. Another process may be creating their events. */
  const withoutEvent = Effect.fnUntraced(function* (matches: ReadonlyArray<Match>) {
    const rows = yield* sql<{ index: number }>`
      SELECT m.index FROM ${recordset(sql, "m", matchColumns, rowsOf(matches))} WHERE ${isMissing}`
    const missing = new Set(rows.map(({ index }) => index))
    return matches.filter((_, index) => missing.has(index))
  })

  /** Those without an event, in the given order. Rules that were deleted or edited since they matched are skipped. */
  const missing = (matches: ReadonlyArray<Match>, time: Date) =>
    sql<MissingRow>`
      SELECT m.account_id, m.post_code, r.id AS rule_id, r.endpoint_id, r.type AS rule_type, r.keyword AS rule_keyword,
        ${cap.room(time)}
      FROM ${recordset(sql, "m", matchColumns, rowsOf(matches))}
      JOIN webhook_rules r ON r.account_id = m.account_id AND r.id = m.rule_id
        AND r.revision = coalesce(m.revision, r.revision)
      JOIN webhook_endpoints p ON p.account_id = r.account_id AND p.id = r.endpoint_id
      JOIN webhook_queues q ON q.account_id = r.account_id AND q.endpoint_id = r.endpoint_id
      WHERE ${isMissing}
      ORDER BY m.index`

  const insert = (events: ReadonlyArray<NewEvent>, time: Date) => {
    const columns = {
      index: "integer",
      accountId: "text",
      id: "text",
      endpointId: "text",
      ruleId: "text",
      ruleType: "text",
      ruleKeyword: "text",
      postCode: "text"
    } as const
    const rows = events.map(({ event, holdId }, index) => ({ ...event, id: holdId, index }))
    return sql`
      WITH n AS (
        SELECT * FROM ${recordset(sql, "n", columns, rows)}
      ), queued AS (
        UPDATE webhook_queues q SET last_sequence = q.last_sequence + c.events,
          next_at = least(coalesce(q.next_at, ${time}), ${time})
        FROM (SELECT account_id, endpoint_id, count(*) AS events FROM n GROUP BY 1, 2) c
        WHERE q.account_id = c.account_id AND q.endpoint_id = c.endpoint_id
        RETURNING q.account_id, q.endpoint_id, q.last_sequence - c.events AS before
      )
      INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, rule_keyword, post_code, sequence,
        state, due_at, created_at)
      SELECT n.account_id, n.id, n.endpoint_id, n.rule_id, n.rule_type, n.rule_keyword, n.post_code,
        q.before + row_number() OVER (PARTITION BY n.account_id, n.endpoint_id ORDER BY n.index),
        ${"scheduled" satisfies EventState}, ${time}, ${time}
      FROM n JOIN queued q ON q.account_id = n.account_id AND q.endpoint_id = n.endpoint_id`
  }

  /** Within the caller's transaction. The matches must be distinct. */
  const create = Effect.fnUntraced(function* (matches: ReadonlyArray<Match>) {
    yield* lockAccounts(sql, new Set(matches.map(({ accountId }) => accountId)))
    const time = yield* now
    const wanted = yield* missing(matches, time)
    const allowed = withinCaps(wanted)
    yield* cap.recheckTomorrow(accountsOf(wanted, new Set(allowed)), time)
    const holds = yield* Effect.forEach(allowed, (event) => Effect.map(newId("evt"), (holdId) => ({ event, holdId })))
    const made = yield* ledger.holdEach(
      holds.map(({ event, holdId }) => ({ accountId: event.accountId, holdId })),
      webhookEventPrice
    )
    const paid = holds.filter(({ holdId }) => made.has(holdId))
    if (paid.length > 0) {
      yield* queues.lock(paid.map(({ event }) => event))
      yield* insert(paid, time)
      yield* cap.spend(
        paid.map(({ event }) => event),
        time
      )
      yield* sql`SELECT pg_notify(${outboxChannel}, '')`
    }
    yield* Metric.update(eventsCreated, paid.length)
    yield* failpoint("add.beforeCommit")
    const added: Added = {
      created: paid.length,
      outOfCredits: accountsOf(allowed, new Set(paid.map(({ event }) => event)))
    }
    return added
  })

  return { withoutEvent, create }
}

/** The accounts of the events that are not among others. */
const accountsOf = (events: ReadonlyArray<MissingRow>, others: ReadonlySet<MissingRow>): ReadonlySet<AccountId> =>
  new Set(events.filter((event) => !others.has(event)).map(({ accountId }) => accountId))

const eventsCreated = Metric.counter("webhook_events_made_total", {
  description: "Webhook events made by rounds",
  incremental: true
})

interface MissingRow extends Capped {
  readonly postCode: string
  readonly ruleId: RuleId
  readonly ruleType: string
  readonly ruleKeyword: string | null
}

interface NewEvent {
  readonly event: MissingRow
  readonly holdId: string
}
