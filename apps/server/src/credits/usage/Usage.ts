/** What the account reads of its credits: balance and usage history. */
import {
  type BalanceResult,
  type Body,
  type HistoryFilter,
  type HistoryQuery,
  historyPageSize,
  type HistoryResult,
  plans,
  type UsageEntry
} from "@heddle/api"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import { now, unixSeconds } from "../../runtime/Time.ts"
import { availableOf, spendingOrder } from "../ledger/SpendableGrant.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { makeUsageEntries } from "./UsageEntries.ts"

/** Entries that an export holds in memory at once. */
const exportPageSize = 1_000

export class Usage extends Context.Service<
  Usage,
  {
    balance(accountId: string): Effect.Effect<Body<typeof BalanceResult>>
    history(accountId: string, query: HistoryQuery): Effect.Effect<Body<typeof HistoryResult>>
    /**
     * Every entry that was there when this was called, newest first and each once. The first thousand are read at once,
     * the others as the stream is pulled, a thousand at a time.
     */
    exportHistory(accountId: string, filter: HistoryFilter): Effect.Effect<Stream.Stream<UsageEntry, SqlError.SqlError>>
  }
>()("@heddle/server/credits/usage/Usage") {
  static readonly layer = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const accounts = yield* Accounts
      const entries = makeUsageEntries(sql)

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
          WHERE account_id = ${accountId} AND (deadline IS NULL OR deadline > ${time})`
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
        const total = yield* entries.count(accountId, query)
        const data = yield* entries.page(accountId, query, historyPageSize, (page - 1) * historyPageSize)
        return { data, page, page_size: historyPageSize, total }
      }, Effect.orDie)

      const exportHistory = Effect.fn("Usage.exportHistory")(function* (accountId: string, filter: HistoryFilter) {
        const read = (id: string | null) => entries.olderThan(accountId, filter, exportPageSize, id)
        const first = yield* read(null)
        // Each page begins below the last entry of the one before, so that what is added meanwhile shifts nothing.
        return Stream.paginate(first, (page) => {
          const last = page.length < exportPageSize ? undefined : page.at(-1)
          return last === undefined
            ? Effect.succeed([page, Option.none()] as const)
            : Effect.map(read(last.id), (next) => [page, Option.some(next)] as const)
        })
      }, Effect.orDie)

      return Usage.of({ balance, history, exportHistory })
    })
  )
}
