/** The answer of `GET /balance`, from the state read to authenticate the caller. Pure. */
import { type BalanceResult, type Body, plans } from "@heddle/api"
import { unixSeconds } from "../../runtime/Time.ts"
import { type CallerState, remainingOf } from "../ledger/CallerStates.ts"

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
