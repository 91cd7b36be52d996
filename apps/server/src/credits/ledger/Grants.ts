/**
 * Credits from plans, top-ups and the operator. A grant is immutable except for what is spent, held and revoked of it.
 * Tables: `credit_grants` (shared with the ledger), `credit_revocations`, `plan_periods`.
 */
import { type AccountId, type PlanName, plans } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { audit } from "../../accounts/audit/AuditLog.ts"
import { lockOpenAccount } from "../../accounts/customers/AccountClosing.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { type GrantId, newId } from "../../runtime/Ids.ts"
import { monthsAfter, now } from "../../runtime/Time.ts"
import { makePlanPeriods } from "../plans/PlanPeriods.ts"

export interface GrantRequest {
  readonly plan?: PlanName | undefined
  readonly credits?: number | undefined
}

export interface Grant {
  readonly id: GrantId
  readonly kind: "plan" | "operator"
  readonly credits: number
  readonly expiresAt: Date
}

/** The grant of a payment. The database rejects a second grant of the same payment. */
export interface PaidGrant {
  readonly kind: "plan" | "top_up"
  readonly credits: number
  readonly effectiveAt: Date
  readonly expiresAt: Date
  readonly payment: { readonly provider: string; readonly ref: string }
}

export type RevocationReason = "refund" | "dispute"

interface AnyGrant extends Omit<PaidGrant, "kind" | "payment"> {
  readonly kind: "plan" | "top_up" | "operator" | "trial"
  readonly payment: PaidGrant["payment"] | null
}

/** Within the caller's transaction and lock. */
export const insertGrant = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountId: AccountId,
  grant: AnyGrant
) {
  const id = yield* newId("grant")
  yield* sql`
    INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at, provider,
      provider_ref)
    VALUES (${accountId}, ${id}, ${grant.kind}, ${grant.credits}, ${grant.effectiveAt}, ${grant.expiresAt},
      ${yield* now}, ${grant.payment?.provider ?? null}, ${grant.payment?.ref ?? null})`
  return id
})

export class Grants extends Context.Service<
  Grants,
  {
    /**
     * Grants a plan with its credits, credits alone, or a plan with these credits instead of its own. A plan starts a
     * new period now. Older grants keep their expiry, and a subscription continues afterwards.
     */
    give(accountId: AccountId, request: GrantRequest): Effect.Effect<Grant, UnknownAccount>
    /** Within the caller's transaction and lock: inserts the grant of a payment; returns its id. */
    ofPaymentWithin(accountId: AccountId, grant: PaidGrant): Effect.Effect<GrantId, SqlError.SqlError>
    /**
     * Within the caller's transaction and lock: nothing more of the grant can be held; open holds still settle from it.
     * Returns the credits that were spent or held and could not be revoked, and when the grant would have expired. A
     * grant is revoked at most once.
     */
    revokeWithin(
      accountId: AccountId,
      grantId: GrantId,
      reason: RevocationReason
    ): Effect.Effect<{ readonly shortfall: number; readonly expiresAt: Date }, SqlError.SqlError>
  }
>()("@heddle/server/credits/ledger/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const periods = makePlanPeriods(sql)

      const give = Effect.fn("Grants.give")(
        function* (accountId: AccountId, { plan, credits }: GrantRequest) {
          const time = yield* now
          const expiresAt = monthsAfter(time, 1)
          yield* lockOpenAccount(sql, accountId)
          const grant = {
            kind: plan === undefined ? ("operator" as const) : ("plan" as const),
            credits: credits ?? (plan === undefined ? 0 : plans[plan].creditsPerMonth),
            expiresAt
          }
          const id = yield* insertGrant(sql, accountId, { ...grant, effectiveAt: time, payment: null })
          if (plan !== undefined) {
            yield* periods.endAll(accountId, time)
            const period = { plan, startsAt: time, endsAt: expiresAt, anchorAt: time, number: 1 }
            yield* periods.begin(accountId, period, id, time)
          }
          yield* audit(sql, accountId, "credits.granted", {
            target: id,
            details: { plan: plan ?? null, credits: grant.credits, expiresAt }
          })
          return { id, ...grant }
        },
        (effect) => atomically(sql, effect)
      )

      const revokeWithin = Effect.fn("Grants.revoke")(function* (
        accountId: AccountId,
        grantId: GrantId,
        reason: RevocationReason
      ) {
        const time = yield* now
        // Expired holds that were not reclaimed yet do not count as used.
        const [row] = yield* sql<{ amount: number; used: number; expiresAt: Date }>`
          SELECT g.amount, g.expires_at, g.spent + coalesce((
            SELECT sum(slice.amount)
            FROM credit_holds h, unnest(h.grants, h.amounts) AS slice (grant_id, amount)
            WHERE h.account_id = g.account_id AND slice.grant_id = g.id
              AND (h.deadline IS NULL OR h.deadline > ${time})
          ), 0)::bigint AS used
          FROM credit_grants g WHERE g.account_id = ${accountId} AND g.id = ${grantId}`
        if (row === undefined) return yield* Effect.die(new Error(`There is no grant ${grantId} to revoke`))
        const { amount, used, expiresAt } = row
        yield* sql`
          INSERT INTO credit_revocations (account_id, grant_id, at, reason, taken, shortfall)
          VALUES (${accountId}, ${grantId}, ${time}, ${reason}, ${amount - used}, ${used})`
        yield* sql`
          UPDATE credit_grants SET revoked_at = ${time} WHERE account_id = ${accountId} AND id = ${grantId}`
        return { shortfall: used, expiresAt }
      })

      return Grants.of({
        give,
        ofPaymentWithin: (accountId, grant) => insertGrant(sql, accountId, grant),
        revokeWithin
      })
    })
  )
}
