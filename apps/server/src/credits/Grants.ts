/**
 * Where credits come from: plans and the operator's own grants. Purchases and top-ups join here with the payment
 * port.
 */
import { type PlanName, plans } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../database/Atomically.ts"
import { UnknownAccount } from "../accounts/Accounts.ts"
import { newId } from "../Ids.ts"
import { now } from "../Now.ts"
import { oneMonthAfter } from "./CalendarMonth.ts"

export interface GrantRequest {
  readonly plan?: PlanName | undefined
  readonly credits?: number | undefined
}

export interface Grant {
  readonly id: string
  readonly kind: "plan" | "operator"
  readonly credits: number
  readonly expiresAt: Date
}

export class Grants extends Context.Service<
  Grants,
  {
    /**
     * A plan with its credits, credits of their own, or a plan with these credits instead of its own. A plan starts a
     * new period now; older grants keep their own expiry.
     */
    give(accountId: string, request: GrantRequest): Effect.Effect<Grant, UnknownAccount>
  }
>()("@heddle/server/credits/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const give = Effect.fn("Grants.give")(
        function* (accountId: string, { plan, credits }: GrantRequest) {
          const time = yield* now
          const expiresAt = oneMonthAfter(time)
          const account = yield* sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
          if (account.length === 0) return yield* new UnknownAccount({ id: accountId })
          if (plan !== undefined) {
            yield* sql`UPDATE accounts SET plan = ${plan}, plan_ends_at = ${expiresAt} WHERE id = ${accountId}`
          }
          const grant: Grant = {
            id: yield* newId("grant"),
            kind: plan === undefined ? "operator" : "plan",
            credits: credits ?? (plan === undefined ? 0 : plans[plan].creditsPerMonth),
            expiresAt
          }
          yield* sql`
            INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
            VALUES (${accountId}, ${grant.id}, ${grant.kind}, ${grant.credits}, ${time}, ${expiresAt}, ${time})`
          return grant
        },
        (effect) => atomically(sql, effect)
      )

      return Grants.of({ give })
    })
  )
}
