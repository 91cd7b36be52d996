/** Plans, top-ups and payments on the operator port. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CommandFailed } from "../../operator/CommandFailed.ts"
import { Operator } from "../../operator/Operator.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"

// Only the way to a remote server can fail a command; here the operator is this process.
const here = <A, E>(action: Effect.Effect<A, E | CommandFailed>) =>
  Effect.catchIf(action, (error): error is CommandFailed => error instanceof CommandFailed, Effect.die)

export const BillingRoutes = HttpApiBuilder.group(
  OperatorApi,
  "billing",
  Effect.fn(function* (handlers) {
    const { billing } = yield* Operator
    return handlers.handleAll({
      subscribe: ({ params, payload }) => here(billing.subscribe(params.account_id, payload.plan)),
      cancelPlan: ({ params }) => here(billing.cancelPlan(params.account_id)),
      resumePlan: ({ params }) => here(billing.resumePlan(params.account_id)),
      topUp: ({ params, payload }) => here(billing.topUp(params.account_id, payload.credits)),
      purchases: ({ params }) => here(billing.purchases(params.account_id)),
      confirm: ({ params }) => here(billing.confirm(params.purchase_id)),
      refund: ({ params }) => here(billing.refund(params.purchase_id))
    })
  })
)
