/** What a claim reads and locks. It never waits for a lock: what another process works on is left to it. */
import type { AccountId, RuleId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { lockFreeAccounts } from "../../accounts/customers/AccountRows.ts"
import { listed, recordset } from "../../database/client/Recordset.ts"
import type { DeliveryId, EventId, ReservationId } from "../../runtime/Ids.ts"
import { newestFirst } from "./SigningSecrets.ts"
import type { EventState } from "./EventState.ts"
import { type EndpointKey, type EndpointQueue, keyOf, queueColumns } from "./Queues.ts"

const maxEndpoints = 256

export interface Slots {
  /** For endpoints that answer within a second, and new ones. */
  readonly quick: number
  /** For slow endpoints. */
  readonly slow: number
}

/** Attempts that a process can start now. */
export interface FreeSlots extends Slots {
  /** What an account may have of the process's slots, so that none takes them all. */
  readonly ofAccount: Slots
  /** What each account has. */
  readonly taken: ReadonlyMap<AccountId, Slots>
}

/** What an account may still take. */
export const freeOf = ({ ofAccount, taken }: FreeSlots, accountId: AccountId): Slots => {
  const has = taken.get(accountId) ?? { quick: 0, slow: 0 }
  return { quick: Math.max(0, ofAccount.quick - has.quick), slow: Math.max(0, ofAccount.slow - has.slow) }
}

export type QueueRow = EndpointQueue & {
  readonly url: string
  readonly standardWebhooks: boolean
  readonly secrets: ReadonlyArray<{ readonly sealed: string; readonly expiresAt: number | null }>
}

export interface DueRow extends EndpointKey {
  readonly id: EventId
  readonly ruleId: RuleId
  readonly ruleType: "keyword" | "trending"
  readonly ruleKeyword: string | null
  readonly postCode: string
  readonly state: EventState
  readonly body: string | null
  readonly attempt: number
  readonly attemptId: DeliveryId | null
  readonly attemptStartedAt: Date | null
  readonly failures: number
  readonly connected: boolean
  readonly chargeId: ReservationId | null
  readonly dueAt: Date
  readonly createdAt: Date
}

export const makeClaimQueries = (sql: SqlClient.SqlClient) => {
  const eventColumns = sql.literal(
    "account_id, endpoint_id, id, rule_id, rule_type, rule_keyword, post_code, state, body, attempt, attempt_id, " +
      "attempt_started_at, failures, connected, charge_id, due_at, created_at"
  )

  /** Endpoints of this kind, without those of accounts that have all they may. */
  const ofKind = (slow: boolean, free: FreeSlots) => {
    const full = [...free.taken.keys()].filter((accountId) => freeOf(free, accountId)[slow ? "slow" : "quick"] === 0)
    return sql`slow = ${slow} ${full.length === 0 ? sql`` : sql`AND account_id NOT IN ${listed(full)}`}`
  }

  const headsOf = (slow: boolean, free: FreeSlots) => sql`
    (SELECT next_at FROM webhook_queues WHERE ${ofKind(slow, free)} AND next_at IS NOT NULL ORDER BY next_at LIMIT 1)`

  /** When the next endpoints fall due. Those for which no slot is free are left out. */
  const heads = (free: FreeSlots) =>
    sql<{ nextAt: Date }>`
      SELECT next_at FROM ${headsOf(false, free)} q WHERE ${free.quick > 0}
      UNION ALL SELECT next_at FROM ${headsOf(true, free)} s WHERE ${free.slow > 0}`

  const dueQueues = (slow: boolean, free: FreeSlots, time: Date) => sql`
    (SELECT * FROM webhook_queues WHERE ${ofKind(slow, free)} AND next_at <= ${time}
      ORDER BY next_at LIMIT ${Math.min(slow ? free.slow : free.quick, maxEndpoints)} FOR UPDATE SKIP LOCKED)`

  const lockDue = (free: FreeSlots, time: Date) =>
    sql<QueueRow>`
      WITH fast AS MATERIALIZED ${dueQueues(false, free, time)},
      slow AS MATERIALIZED ${dueQueues(true, free, time)},
      due AS (SELECT * FROM fast UNION ALL SELECT * FROM slow),
      locked AS MATERIALIZED (${lockFreeAccounts(sql, sql`SELECT account_id FROM due`)})
      SELECT ${queueColumns(sql, "q")}, e.url, e.standard_webhooks, (
        SELECT json_agg(
          json_build_object(
            'sealed', encode(s.sealed_secret, 'base64'), 'expiresAt', extract(epoch FROM s.expires_at) * 1000
          ) ORDER BY ${newestFirst(sql)}
        ) FROM webhook_secrets s WHERE s.account_id = q.account_id AND s.endpoint_id = q.endpoint_id
      ) AS secrets
      FROM due q JOIN locked l ON l.id = q.account_id
      JOIN webhook_endpoints e ON e.account_id = q.account_id AND e.id = q.endpoint_id
      ORDER BY q.next_at`

  /**
   * Of each queue the events whose process died, and those that wait: at most its share of each kind, and one more waiting
   * one if there are more. A dead attempt is in flight until it is taken over, so it never queues behind waiting events.
   */
  const dueEvents = Effect.fnUntraced(function* (
    wanted: ReadonlyArray<QueueRow>,
    shareOf: (queue: QueueRow) => number,
    time: Date
  ) {
    const shares = wanted.map((queue) => ({ ...queue, share: shareOf(queue) }))
    const keys = recordset(sql, "q", { accountId: "text", endpointId: "text", share: "integer" }, shares)
    const rows = yield* sql<DueRow>`
      SELECT e.* FROM ${keys}, LATERAL (
        (SELECT ${eventColumns} FROM webhook_events w
          WHERE w.account_id = q.account_id AND w.endpoint_id = q.endpoint_id
            AND w.state = 'sending' AND w.due_at <= ${time}
          ORDER BY w.due_at LIMIT q.share)
        UNION ALL
        (SELECT ${eventColumns} FROM webhook_events w
          WHERE w.account_id = q.account_id AND w.endpoint_id = q.endpoint_id
            AND w.state <> 'sending' AND w.due_at <= ${time}
          ORDER BY w.due_at, w.sequence LIMIT q.share + 1)
      ) e`
    return Map.groupBy(rows, keyOf)
  })

  return { heads, lockDue, dueEvents }
}
