/**
 * Claiming due events. One transaction per endpoint: its rate slots are counted, first attempts are charged and their
 * body frozen, the lease begins and the attempt is in the log before anything is sent.
 */
import { type AccountId, type EndpointId, type RuleId, webhookEventPrice } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Charge } from "../../credits/ledger/LedgerCommands.ts"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { listed } from "../../database/client/Listed.ts"
import { type DeliveryId, type EventId, newId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import type { AuthorColumns, PostRow } from "../../store/posts/PostRow.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import { eventBody } from "./EventBody.ts"
import { attemptDeadlineMillis } from "./Sender.ts"

/** Longer than any attempt can take, so that a lease that ends means a sender that died. */
export const leaseMillis = attemptDeadlineMillis + 20_000

export interface Delivery {
  readonly accountId: AccountId
  readonly eventId: EventId
  readonly endpointId: EndpointId
  readonly attemptId: DeliveryId
  /** Counts every claim; the fence of its result. */
  readonly attempt: number
  readonly failures: number
  readonly url: string
  readonly sealedSecret: Uint8Array
  readonly body: string
}

/** At most 1,000 in any 60 s as the receiver sees it; a second of margin for the network (service.md, "Delivery"). */
export const rateLimit = 1_000
const rateWindowMillis = 61_000

const maxEndpointsAtOnce = 64

interface DueRow {
  readonly id: EventId
  readonly ruleId: RuleId
  readonly ruleType: "keyword" | "trending"
  readonly ruleKeyword: string | null
  readonly postCode: string
  readonly body: string | null
  readonly attempt: number
  readonly failures: number
}

interface Target {
  readonly accountId: AccountId
  readonly endpointId: EndpointId
}

export const makeClaim = (sql: SqlClient.SqlClient, ledger: Ledger["Service"]) => {
  const dueTargets = (time: Date) =>
    sql<Target>`
      SELECT account_id, endpoint_id FROM webhook_events WHERE due_at <= ${time}
      GROUP BY account_id, endpoint_id ORDER BY min(due_at) LIMIT ${maxEndpointsAtOnce}`

  const freeSlots = ({ accountId, endpointId }: Target, time: Date) =>
    Effect.map(
      sql<{ used: number }>`
        SELECT count(*) AS used FROM webhook_attempts
        WHERE account_id = ${accountId} AND endpoint_id = ${endpointId} AND event_id IS NOT NULL
          AND started_at > ${plusMillis(time, -rateWindowMillis)}`,
      (rows) => Math.max(0, rateLimit - (rows[0]?.used ?? 0))
    )

  /** First attempts have been due since they were made, retries since their time: one order serves both. */
  const dueEvents = ({ accountId, endpointId }: Target, time: Date, limit: number) =>
    sql<DueRow>`
      SELECT id, rule_id, rule_type, rule_keyword, post_code, body, attempt, failures FROM webhook_events
      WHERE account_id = ${accountId} AND endpoint_id = ${endpointId} AND due_at <= ${time}
      ORDER BY due_at, id LIMIT ${limit} FOR UPDATE`

  /** The post was deleted before the first attempt: no event comes of it any more. */
  const cancelGone = Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlyArray<EventId>, time: Date) {
    if (ids.length === 0) return
    yield* sql`
      UPDATE webhook_events SET state = 'cancelled', due_at = NULL, finished_at = ${time}
      WHERE account_id = ${accountId} AND id IN ${listed(sql, ids)}`
    yield* ledger.releaseEach(accountId, ids)
  })

  const begin = Effect.fnUntraced(function* (target: Target, claimed: ReadonlyArray<ClaimedRow>, time: Date) {
    yield* sql`
      UPDATE webhook_events SET state = 'sending', attempt = n.attempt, body = n.body,
        due_at = ${plusMillis(time, leaseMillis)}
      FROM jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb) AS n (id text, attempt int, body text)
      WHERE webhook_events.account_id = ${target.accountId} AND webhook_events.id = n.id`
    yield* sql`
      INSERT INTO webhook_attempts (account_id, id, endpoint_id, event_id, attempt, started_at)
      SELECT ${target.accountId}, n."attemptId", ${target.endpointId}, n.id, n.attempt, ${time}
      FROM jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb) AS n (id text, "attemptId" text, attempt int)`
  })

  const claimOf = Effect.fnUntraced(function* (target: Target, limit: number) {
    yield* ledger.lock(target.accountId)
    const time = yield* now
    const [endpoint] = yield* sql<{ url: string; sealedSecret: Uint8Array }>`
      SELECT url, sealed_secret FROM webhook_endpoints
      WHERE account_id = ${target.accountId} AND id = ${target.endpointId}`
    if (endpoint === undefined) return []
    const slots = Math.min(limit, yield* freeSlots(target, time))
    if (slots === 0) return []
    const due = yield* dueEvents(target, time, slots)
    const fresh = due.filter(({ body }) => body === null)
    const posts = yield* postsByCode(
      sql,
      fresh.map(({ postCode }) => postCode)
    )
    const gone = fresh.filter(({ postCode }) => !posts.has(postCode))
    yield* cancelGone(
      target.accountId,
      gone.map(({ id }) => id),
      time
    )
    yield* ledger.settleEach(
      target.accountId,
      fresh.filter((row) => !gone.includes(row)).map((row) => chargeOf(target, row))
    )
    const claimed = yield* Effect.forEach(
      due.filter((row) => !gone.includes(row)),
      (row) => Effect.map(newId("dlv"), (attemptId) => claimedRow(row, attemptId, posts.get(row.postCode)))
    )
    if (claimed.length > 0) yield* begin(target, claimed, time)
    return claimed.map(({ id, ...row }): Delivery => ({ ...target, ...endpoint, ...row, eventId: id }))
  })

  return Effect.fn("Outbox.claim")(function* (limit: number, freeOf: (endpointId: EndpointId) => number) {
    const deliveries: Array<Delivery> = []
    for (const target of yield* dueTargets(yield* now)) {
      if (deliveries.length >= limit) break
      const share = Math.min(limit - deliveries.length, freeOf(target.endpointId))
      if (share > 0) deliveries.push(...(yield* sql.withTransaction(claimOf(target, share))))
    }
    return deliveries
  }, Effect.orDie)
}

interface ClaimedRow {
  readonly id: EventId
  readonly attemptId: DeliveryId
  readonly attempt: number
  readonly failures: number
  readonly body: string
}

/** The body is frozen at the first claim and byte-identical ever after. */
const claimedRow = (row: DueRow, attemptId: DeliveryId, post: (PostRow & AuthorColumns) | undefined): ClaimedRow => ({
  id: row.id,
  attemptId,
  attempt: row.attempt + 1,
  failures: row.failures,
  body:
    row.body ??
    (post === undefined
      ? ""
      : JSON.stringify(eventBody(post, { id: row.ruleId, type: row.ruleType, keyword: row.ruleKeyword })))
})

const chargeOf = ({ endpointId }: Target, row: DueRow): Charge => ({
  holdId: row.id,
  cost: webhookEventPrice,
  usage: {
    keyId: null,
    requestId: null,
    source: `webhook ${endpointId}`,
    apiType: "webhook",
    parameters: { event: row.id, rule: row.ruleId, post: row.postCode }
  }
})
