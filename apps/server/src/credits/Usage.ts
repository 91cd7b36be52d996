/** What the account reads of its credits: balance and usage history. */
import {
  type BalanceResult,
  type Body,
  type HistoryQuery,
  historyPageSize,
  type HistoryResult,
  plans
} from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts } from "../accounts/Accounts.ts"
import { now, unixSeconds } from "../Now.ts"
import { availableOf, spendingOrder } from "./Allocation.ts"
import { Ledger } from "./Ledger.ts"

interface EntryRow {
  readonly id: string
  readonly time: Date
  readonly cost: number
  readonly source: string
  readonly parameters: Record<string, unknown>
  readonly apiType: string
}

export class Usage extends Context.Service<
  Usage,
  {
    balance(accountId: string): Effect.Effect<Body<typeof BalanceResult>>
    history(accountId: string, query: HistoryQuery): Effect.Effect<Body<typeof HistoryResult>>
  }
>()("@heddle/server/credits/Usage") {
  static readonly layer = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const accounts = yield* Accounts

      const balance = Effect.fn("Usage.balance")(function* (accountId: string) {
        const time = yield* now
        const plan = Option.getOrNull(yield* accounts.currentPlan(accountId))
        const grants = yield* ledger.grants(accountId)
        // A provider's own subscription renews by itself, when what is paid ahead has ended too.
        const [renewal] = yield* sql<{ at: Date | null }>`
          SELECT max(p.ends_at) AS at FROM plan_periods p
          WHERE p.account_id = ${accountId} AND p.starts_at < p.ends_at AND EXISTS (
            SELECT 1 FROM subscriptions s
            WHERE s.account_id = p.account_id AND s.provider_ref IS NOT NULL AND s.next_plan IS NOT NULL)`
        const renewsAt = renewal?.at == null ? null : unixSeconds(renewal.at)
        const [held] = yield* sql<{ held: number }>`
          SELECT coalesce(sum(amount), 0)::bigint AS held FROM credit_holds
          WHERE account_id = ${accountId} AND state = 'open' AND (deadline IS NULL OR deadline > ${time})`
        return {
          data: {
            remaining_credits: availableOf(grants),
            held_credits: held?.held ?? 0,
            plan: plan === null ? null : { name: plan.name, renews_at: renewsAt, webhooks: plans[plan.name].webhooks },
            grants: grants.toSorted(spendingOrder).map((grant) => ({
              kind: grant.kind,
              remaining: grant.available,
              expires_at: unixSeconds(grant.expiresAt)
            }))
          }
        }
      }, Effect.orDie)

      const history = Effect.fn("Usage.history")(function* (accountId: string, query: HistoryQuery) {
        const page = query.page ?? 1
        const filter = sql.and([
          sql`account_id = ${accountId}`,
          ...(query.api_type === undefined ? [] : [sql`api_type = ${query.api_type}`]),
          ...(query.source === undefined ? [] : [sql`source = ${query.source}`]),
          ...(query.from === undefined ? [] : [sql`time >= ${new Date(query.from * 1000)}`]),
          ...(query.to === undefined ? [] : [sql`time < ${new Date(query.to * 1000)}`])
        ])
        const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total FROM usage_entries WHERE ${filter}`
        const rows = yield* sql<EntryRow>`
          SELECT id, time, cost, source, parameters, api_type FROM usage_entries WHERE ${filter}
          ORDER BY time DESC, id DESC LIMIT ${historyPageSize} OFFSET ${(page - 1) * historyPageSize}`
        const data = rows.map(({ time, apiType, ...row }) => ({ ...row, time: unixSeconds(time), api_type: apiType }))
        return { data, page, page_size: historyPageSize, total: count?.total ?? 0 }
      }, Effect.orDie)

      return Usage.of({ balance, history })
    })
  )
}
