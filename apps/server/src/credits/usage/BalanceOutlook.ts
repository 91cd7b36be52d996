/** An account's balance with what becomes of it at the pace of the last days. */
import { type AccountId, type BalanceResult, type Body, plans } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { GrantId } from "../../runtime/Ids.ts"
import { now, unixSeconds } from "../../runtime/Time.ts"
import { type CallerState, CallerStates, remainingOf } from "../ledger/CallerStates.ts"
import type { SpendableGrant } from "../ledger/SpendableGrant.ts"
import { Pace } from "./Pace.ts"
import { expiringUnspent, forecastRunway, type RunwayForecast } from "./RunwayForecast.ts"

export interface Outlook {
  readonly state: CallerState
  readonly remaining: number
  /** With the credits of each grant as it was made. */
  readonly grants: ReadonlyArray<SpendableGrant & { readonly total: number }>
  /** Null as long as it is not known. */
  readonly perDay: number | null
  readonly runway: RunwayForecast
  /** 0 as long as the pace is not known. */
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
      const pace = yield* Pace

      const totals = Effect.fnUntraced(function* (accountId: AccountId) {
        const rows = yield* sql<{ id: GrantId; amount: number }>`
          SELECT id, amount FROM credit_grants WHERE account_id = ${accountId} AND expires_at > ${yield* now}`
        return new Map(rows.map(({ id, amount }) => [id, amount]))
      })

      const of = Effect.fn("BalanceOutlook.of")(function* (accountId: AccountId) {
        const caller = { accountId, keyId: null, application: null, apiTypePrefix: "" } as const
        const state = yield* Effect.flatMap(states.read(caller), Effect.fromOption)
        const amounts = yield* totals(accountId)
        const perDay = yield* pace.of(accountId)
        const time = yield* now
        const outlook: Outlook = {
          state,
          remaining: remainingOf(state),
          grants: state.grants.map((grant) => ({ ...grant, total: amounts.get(grant.id) ?? grant.available })),
          perDay,
          runway: forecastRunway(state.grants, perDay, time),
          expiresUnspent: perDay === null ? 0 : expiringUnspent(state.grants, perDay, time)
        }
        return outlook
      }, Effect.orDie)

      return BalanceOutlook.of({ of })
    })
  )
}

const runsOutAt = (state: CallerState, perDay: number | null, time: Date): number | null => {
  const runway = forecastRunway(state.grants, perDay, time)
  return runway.ends === "used up" && remainingOf(state) > 0 ? unixSeconds(runway.at) : null
}

/** The answer of `GET /balance`, from the state read to authenticate the caller and the pace. Pure. */
export const balanceOf = (state: CallerState, perDay: number | null, time: Date): Body<typeof BalanceResult> => ({
  data: {
    remaining_credits: remainingOf(state),
    held_credits: state.held,
    runs_out_at: runsOutAt(state, perDay, time),
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
