/**
 * What a stream changes of the events it sends. Both lock the endpoint's queue first, as everything that moves events
 * does.
 *
 * - An event that was streamed was sent: `connected` is set, so that it is not refunded when its deliveries fail. One
 *   that was refunded is not streamed any more.
 * - While the endpoint's circuit breaker is open, or a pause it asked for lasts, first attempts wait, and so would the
 *   stream, for a URL that it does not need. The stream then charges events and freezes their bodies itself; their deliveries send the same bytes.
 */
import { webhookEventPrice } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { listed, recordset } from "../../database/client/Recordset.ts"
import type { EventId } from "../../runtime/Ids.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import type { DueRow } from "../delivery/ClaimQueries.ts"
import { webhookUsage } from "../delivery/Delivery.ts"
import { frozenBody } from "../delivery/EventBody.ts"
import { moves } from "../delivery/EventState.ts"
import { type EndpointKey, makeQueues } from "../delivery/Queues.ts"

interface ScheduledRow extends Pick<DueRow, "id" | "ruleId" | "ruleType" | "ruleKeyword" | "postCode"> {
  readonly sequence: number
}

const [scheduled] = moves.start.from

export const makeStreamable = (sql: SqlClient.SqlClient, ledger: Ledger["Service"]) => {
  const queues = makeQueues(sql)

  /** Returns those of the events that may be streamed. */
  const mark = (key: EndpointKey, ids: ReadonlyArray<EventId>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* queues.lock([key])
        const rows = yield* sql<{ id: EventId }>`
          UPDATE webhook_events SET connected = true
          WHERE account_id = ${key.accountId} AND id IN ${listed(ids)} AND refunded_at IS NULL RETURNING id`
        return new Set(rows.map(({ id }) => id))
      })
    )

  /** Returns the sequences of events whose post was deleted: they will be cancelled. */
  const freeze = (key: EndpointKey, ids: ReadonlyArray<EventId>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const { accountId, endpointId } = key
        yield* ledger.lock(accountId)
        yield* queues.lock([key])
        const rows = yield* sql<ScheduledRow>`
          SELECT id, sequence, rule_id, rule_type, rule_keyword, post_code FROM webhook_events
          WHERE account_id = ${accountId} AND id IN ${listed(ids)} AND state = ${scheduled} AND body IS NULL
          ORDER BY sequence`
        const posts = yield* postsByCode(
          sql,
          rows.map(({ postCode }) => postCode)
        )
        const frozen = rows.flatMap((row) => {
          const post = posts.get(row.postCode)
          return post === undefined ? [] : [{ ...row, body: frozenBody(post, row) }]
        })
        yield* ledger.settleEach(
          frozen.map(({ id, ruleId, postCode }) => ({
            accountId,
            holdId: id,
            cost: webhookEventPrice,
            usage: webhookUsage({ endpointId, eventId: id, ruleId, postCode })
          }))
        )
        if (frozen.length > 0) {
          yield* sql`
            UPDATE webhook_events e SET body = n.body FROM ${recordset(sql, "n", { id: "text", body: "text" }, frozen)}
            WHERE e.account_id = ${accountId} AND e.id = n.id`
        }
        return rows.filter(({ postCode }) => !posts.has(postCode)).map(({ sequence }) => sequence)
      })
    )

  return { mark, freeze }
}
