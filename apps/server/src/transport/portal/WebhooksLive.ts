/** Endpoints and rules, through the operations of the API. */
import { plans } from "@heddle/api"
import { PortalCaller, WebhookRpcs } from "@heddle/api/portal"
import { Effect, Option } from "effect"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import { keptAfterDowngrade, PortalAnswers, run } from "./PortalCall.ts"

const served = WebhookRpcs.omit(
  "CreateEndpoint",
  "EndpointUse",
  "DeleteEndpoint",
  "RotateSecret",
  "TestEndpoint",
  "ListRules",
  "CreateRule",
  "UpdateRule",
  "DeleteRule",
  "PreviewRule",
  "BacktestRule",
  "ExplainRule",
  "RecoverEndpoint",
  "ListRecoveries",
  "CancelRecovery"
)

export const WebhooksLive = served.toLayer(
  Effect.gen(function* () {
    const { webhooks } = yield* PortalAnswers
    const accounts = yield* Accounts
    return served.of({
      ListEndpoints: Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        const plan = yield* accounts.currentPlan(accountId)
        const { data } = yield* run(webhooks.listEndpoints, {}, keptAfterDowngrade)
        return { endpoints: data, active: Option.isSome(plan) && plans[plan.value.name].webhooks }
      })
    })
  })
)
