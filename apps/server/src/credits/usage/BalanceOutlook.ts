/** An account's balance with what becomes of it at the pace of the last days. */
import { type AccountId, type BalanceResult, type Body, plans } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { accountContact } from "../../accounts/customers/AccountRows.ts"
import type { GrantId } from "../../runtime/Ids.ts"
import { now, unixSeconds } from "../../runtime/Time.ts"
import { type CallerState, CallerStates, remainingOf } from "../ledger/CallerStates.ts"
import type { SpendableGrant } from "../ledger/SpendableGrant.ts"
import { expiringUnspent, forecastRunway, recentUsage, type RunwayForecast, usageDays } from "./RunwayForecast.ts"
import { UsageDays } from "./UsageDays.ts"

export interface Outlook {
  readonly state: CallerState
  readonly remaining: number
  /** With the credits of each grant as it was made. */
  readonly grants: ReadonlyArray<SpendableGrant & { readonly total: number }>
  /** Credits a day, over the last 7 days. */
  readonly perDay: number
  readonly runway: RunwayForecast
  readonly expiresUnspent: number
}

export class BalanceOutlook extends Context.Service<
  BalanceOutlook,
  { of(accountId: AccountId): Effect.Effect<Outlook> }
>()("@heddle/server/credits/usage/BalanceOutlook") {
  static readonly layer = Layer.effect(
    BalanceOutlook,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const states = yield* CallerStates
      const days = yield* UsageDays

      const totals = Effect.fnUntraced(function* (accountId: AccountId) {
        const rows = yield* sql<{ id: GrantId; amount: number }>`
          SELECT id, amount FROM credit_grants WHERE account_id = ${accountId} AND expires_at > ${yield* now}`
        return new Map(rows.map(({ id, amount }) => [id, amount]))
      })

      const paceOf = Effect.fnUntraced(function* (accountId: AccountId) {
        const time = yield* now
        const contact = yield* accountContact(sql, accountId)
        const used = yield* recentUsage(days, accountId, time)
        return Option.match(contact, { onNone: () => 0, onSome: ({ createdAt }) => used / usageDays(createdAt, time) })
      })

      const of = Effect.fn("BalanceOutlook.of")(function* (accountId: AccountId) {
        const caller = { accountId, keyId: null, application: null, apiTypePrefix: "" } as const
        const state = yield* Effect.flatMap(states.read(caller), Effect.fromOption)
        const amounts = yield* totals(accountId)
        const perDay = yield* paceOf(accountId)
        const time = yield* now
        const outlook: Outlook = {
          state,
          remaining: remainingOf(state),
          grants: state.grants.map((grant) => ({ ...grant, total: amounts.get(grant.id) ?? grant.available })),
          perDay,
          runway: forecastRunway(state.grants, perDay, time),
          expiresUnspent: expiringUnspent(state.grants, perDay, time)
        }
        return outlook
      }, Effect.orDie)

      return BalanceOutlook.of({ of })
    })
  )
}

/** The answer of `GET /balance`, from the state read to authenticate the caller. Pure. */
export const balanceOf = (state: CallerState): Body<typeof BalanceResult> => ({
  data: {
    remaining_credits: remainingOf(state),
    held_credits: state.held,
    plan:
      state.plan === null
        ? null
        : {
            name: state.plan,
            renews_at: state.renewsAt === null ? null : unixSeconds(state.renewsAt),
            webhooks: plans[state.plan].webhooks
          },
    grants: state.grants.map(({ kind, available, expiresAt }) => ({
      kind,
      remaining: available,
      expires_at: unixSeconds(expiresAt)
    }))
  }
})
