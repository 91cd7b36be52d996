/** Handlers for the delivery log, sending again and recoveries. */
import { type AccountId, NotFound } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { DeliveryLog } from "../../webhooks/log/DeliveryLog.ts"
import { Recoveries } from "../../webhooks/resending/Recoveries.ts"
import { Resend } from "../../webhooks/resending/Resend.ts"

export const DeliveriesLive = HttpApiBuilder.group(
  OperatorApi,
  "deliveries",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const log = yield* DeliveryLog
    const { resend } = yield* Resend
    const recoveries = yield* Recoveries

    /** Customers' calls come from accounts that exist. */
    const of = <A, E, R>(accountId: AccountId, call: Effect.Effect<A, E, R>) =>
      accounts.find(accountId).pipe(
        Effect.mapError(({ message }) => new NotFound({ detail: message })),
        Effect.andThen(call)
      )

    return handlers.handleAll({
      list: ({ params: { account_id }, query }) =>
        Effect.map(of(account_id, log.list(account_id, query)), ({ data, next_cursor }) => ({
          deliveries: data,
          next_cursor
        })),
      show: ({ params: { account_id, delivery_id } }) => of(account_id, log.show(account_id, delivery_id)),
      resend: ({ params: { account_id, delivery_id } }) => of(account_id, resend(account_id, delivery_id)),
      recover: ({ params: { account_id, endpoint_id }, payload }) =>
        of(account_id, recoveries.start(account_id, endpoint_id, new Date(payload.since))),
      recoveries: ({ params: { account_id } }) => of(account_id, recoveries.list(account_id)),
      showRecovery: ({ params: { account_id, recovery_id } }) =>
        of(account_id, recoveries.show(account_id, recovery_id)),
      cancelRecovery: ({ params: { account_id, recovery_id } }) =>
        of(account_id, recoveries.cancel(account_id, recovery_id))
    })
  })
)
