/** The operator's actions on plans and payments through a running server. */
import { Conflict, NotFound, Unavailable } from "@heddle/api"
import { Effect } from "effect"
import type { HttpApiClient } from "effect/http-api"
import type { Billing } from "./Billing.ts"
import { CommandFailed } from "./CommandFailed.ts"
import type { OperatorApi } from "./OperatorApi.ts"

type Client = HttpApiClient.ForApi<typeof OperatorApi>["billing"]

export const billingRemote = (
  client: Client,
  unreachable: (error: { readonly message: string }) => CommandFailed
): Billing => {
  const known = <E extends { readonly message: string }>(error: E) =>
    error instanceof NotFound || error instanceof Conflict ? error : told(error)
  const told = (error: { readonly message: string }) =>
    error instanceof Unavailable ? new CommandFailed({ detail: error.detail }) : unreachable(error)
  const account = (accountId: string) => ({ params: { account_id: accountId } })
  const purchase = (purchaseId: string) => ({ params: { purchase_id: purchaseId } })
  return {
    subscribe: (id, plan) => Effect.mapError(client.subscribe({ ...account(id), payload: { plan } }), known),
    cancelPlan: (id) => Effect.mapError(client.cancelPlan(account(id)), known),
    resumePlan: (id) => Effect.mapError(client.resumePlan(account(id)), known),
    topUp: (id, credits) => Effect.mapError(client.topUp({ ...account(id), payload: { credits } }), known),
    purchases: (id) =>
      Effect.mapError(client.purchases(account(id)), (error) => (error instanceof NotFound ? error : told(error))),
    confirm: (id) => Effect.mapError(client.confirm(purchase(id)), known),
    refund: (id) => Effect.mapError(client.refund(purchase(id)), known)
  }
}
