/**
 * The state of a caller in one statement: whether its key is in force, its plan and its balance. A free read costs one
 * round trip, and a key that was rotated or revoked in any process stops working with the next call.
 *
 * Also reads `api_keys` (accounts) and `subscriptions` (billing): a second statement would double the cost of a free read.
 */
import type { AccountId, Caller, KeyId, PlanName } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { now } from "../../runtime/Time.ts"
import { isKeyActive } from "../../accounts/keys/ApiKeyRows.ts"
import { joinPlanInForce } from "../plans/CurrentPlan.ts"
import { availableOf, type SpendableGrant, spendingOrder } from "./SpendableGrant.ts"
import type { GrantId } from "../../runtime/Ids.ts"

export interface CallerState {
  /** The key's current name, or `account login (APPLICATION)`: the source of usage entries. */
  readonly source: string
  /** The plan in force; null without one. */
  readonly plan: PlanName | null
  /** When the plan renews automatically; null when it does not. */
  readonly renewsAt: Date | null
  /** Grants in force, in the order in which they are spent. */
  readonly grants: ReadonlyArray<SpendableGrant>
  /** Credits reserved by calls in flight and by unsent webhook events. */
  readonly held: number
  /** Credits the key may still spend in this calendar month (UTC); null without a limit. */
  readonly keyBudget: number | null
}

/** Credits the account can spend now, regardless of the key's limit. */
export const remainingOf = ({ grants }: CallerState): number => availableOf(grants)

/** The source of a call's usage entries (service.md, "Usage history entry"). */
export const sourceOf = ({ application }: Caller["Service"], keyName: string | null): string =>
  keyName ?? `account login (${application ?? "unknown"})`

interface Row {
  readonly keyName: string | null
  readonly plan: PlanName | null
  readonly renewsAt: Date | null
  readonly held: number
  readonly keyBudget: number | null
  readonly grants: ReadonlyArray<{
    readonly id: GrantId
    readonly kind: SpendableGrant["kind"]
    readonly available: number
    /** Milliseconds since 1970. */
    readonly expiresAt: number
  }>
}

export class CallerStates extends Context.Service<
  CallerStates,
  {
    /** None when the key is not in force or the account does not exist. */
    read(caller: Caller["Service"]): Effect.Effect<Option.Option<CallerState>>
  }
>()("@heddle/server/credits/callers/CallerStates") {
  static readonly layer = Layer.effect(
    CallerStates,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const select = (accountId: AccountId, keyId: KeyId | null, at: Date) => sql<Row>`
        SELECT k.name AS key_name, in_force.plan,
          (SELECT max(p.ends_at) FROM plan_periods p
            WHERE p.account_id = a.id AND p.starts_at < p.ends_at AND EXISTS (
              SELECT 1 FROM subscriptions s
              WHERE s.account_id = a.id AND s.provider_ref IS NOT NULL AND s.next_plan IS NOT NULL)) AS renews_at,
          (SELECT coalesce(sum(h.amount), 0)::bigint FROM credit_holds h
            WHERE h.account_id = a.id AND (h.deadline IS NULL OR h.deadline > ${at})) AS held,
          CASE WHEN k.credit_limit IS NOT NULL THEN key_budget(a.id, k.id, ${at}) END AS key_budget,
          (SELECT coalesce(json_agg(json_build_object('id', g.id, 'kind', g.kind, 'available', g.available,
              'expiresAt', (extract(epoch FROM g.expires_at) * 1000)::bigint)), '[]')
            FROM spendable_grants(a.id, ${at}) g) AS grants
        FROM accounts a
        LEFT JOIN api_keys k ON k.account_id = a.id AND k.id = ${keyId} AND ${isKeyActive(sql, at)}
        ${joinPlanInForce(sql, "a.id", at)}
        WHERE a.id = ${accountId} AND (${keyId}::text IS NULL OR k.id IS NOT NULL)`

      const read = Effect.fnUntraced(function* (caller: Caller["Service"]) {
        const [row] = yield* select(caller.accountId, caller.keyId, yield* now)
        return Option.map(Option.fromNullishOr(row), ({ keyName, grants, ...state }): CallerState => ({
          ...state,
          source: sourceOf(caller, keyName),
          grants: grants.map((grant) => ({ ...grant, expiresAt: new Date(grant.expiresAt) })).toSorted(spendingOrder)
        }))
      }, Effect.orDie)

      return CallerStates.of({ read })
    })
  )
}
