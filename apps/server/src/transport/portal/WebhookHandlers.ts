/**
 * Endpoints and rules, through the operations of the API. What an account keeps after a downgrade can be seen and deleted
 * without a plan that includes webhooks.
 */
import { type EndpointId, plans } from "@heddle/api"
import { PortalCaller, WebhookRpcs } from "@heddle/api/portal"
import { Effect } from "effect"
import { sendTestEvent } from "../../operations/handlers/WebhookHandlers.ts"
import { Settings } from "../../runtime/Settings.ts"
import { TestDelivery } from "../../webhooks/management/TestDelivery.ts"
import { Activity } from "../../webhooks/log/Activity.ts"
import { Endpoints } from "../../webhooks/management/Endpoints.ts"
import { unknownEndpoint } from "../../webhooks/management/EndpointRecords.ts"
import { Recoveries } from "../../webhooks/resending/Recoveries.ts"
import { respond } from "./Failures.ts"
import { instant } from "./Instants.ts"
import {
  ask,
  dataOf,
  keptAfterDowngrade,
  limited,
  makePlanOf,
  makeRequireWebhooks,
  ofAccount,
  PortalAnswers,
  run
} from "./PortalCall.ts"

export const WebhooksHandlers = WebhookRpcs.toLayer(
  Effect.gen(function* () {
    const { webhooks } = yield* PortalAnswers
    const planOf = yield* makePlanOf
    const requireWebhooks = yield* makeRequireWebhooks
    const { ruleLanguages } = yield* Settings
    const activity = yield* Activity
    const tests = yield* TestDelivery
    const management = yield* Endpoints
    const recoveries = yield* Recoveries

    const endpoints = dataOf(webhooks.listEndpoints, {}, keptAfterDowngrade)

    const endpointOf = Effect.fnUntraced(function* (endpointId: EndpointId) {
      const found = (yield* endpoints).find(({ id }) => id === endpointId)
      return found ?? (yield* respond(Effect.fail(unknownEndpoint(endpointId))))
    })

    return WebhookRpcs.of({
      "webhooks.ListEndpoints": Effect.fnUntraced(function* () {
        const plan = yield* planOf
        return { endpoints: yield* endpoints, active: plan !== null && plans[plan].webhooks, ruleLanguages }
      }),
      "webhooks.ListEndpointFigures": ofAccount((accountId) =>
        Effect.map(activity.figures(accountId), (all) =>
          all.map(({ lastFailure, ...figures }) => ({
            ...figures,
            lastFailure: lastFailure === null ? null : { ...lastFailure, at: instant(lastFailure.at) }
          }))
        )
      ),
      "webhooks.CreateEndpoint": (payload) => dataOf(webhooks.createEndpoint, { payload }),
      "webhooks.UpdateEndpoint": Effect.fnUntraced(function* ({ endpointId, ...change }) {
        const { accountId } = yield* PortalCaller
        yield* requireWebhooks
        return yield* respond(management.update(accountId, endpointId, change))
      }),
      "webhooks.EndpointUse": Effect.fnUntraced(function* ({ endpointId }) {
        const { accountId } = yield* PortalCaller
        const { rules, queue } = yield* endpointOf(endpointId)
        return {
          rules: rules.length,
          unsentEvents: queue.waiting,
          deliveries24h: yield* activity.attempts(accountId, endpointId)
        }
      }),
      "webhooks.DeleteEndpoint": ({ endpointId }) =>
        Effect.asVoid(run(webhooks.deleteEndpoint, { params: { endpoint_id: endpointId } }, keptAfterDowngrade)),
      "webhooks.RotateSecret": ({ endpointId, overlapHours }) =>
        dataOf(webhooks.rotateSecret, { params: { endpoint_id: endpointId }, payload: { overlapHours } }),
      "webhooks.TestEndpoint": Effect.fnUntraced(function* ({ endpointId }) {
        const { accountId } = yield* PortalCaller
        yield* requireWebhooks
        const { response, ...result } = yield* respond(sendTestEvent(tests, accountId, endpointId))
        return { ...result, body: response }
      }),
      "webhooks.ListRules": Effect.fnUntraced(function* ({ endpointId }) {
        const { accountId } = yield* PortalCaller
        const { rules } = yield* endpointOf(endpointId)
        const lately = new Map((yield* activity.rules(accountId)).map((rule) => [rule.ruleId, rule]))
        return rules.map((rule) => {
          const { events24h = 0, events30d = 0 } = lately.get(rule.id) ?? {}
          return { rule, events24h, events30d }
        })
      }),
      "webhooks.CreateRule": ({ endpointId, rule }) =>
        Effect.map(
          run(webhooks.createRule, { params: { endpoint_id: endpointId }, payload: rule }),
          ({ data, notices }) => ({ rule: data, notices })
        ),
      "webhooks.UpdateRule": Effect.fnUntraced(function* ({ ruleId, rule }) {
        const { accountId } = yield* PortalCaller
        yield* requireWebhooks
        return yield* respond(management.updateRule(accountId, ruleId, rule))
      }),
      "webhooks.DeleteRule": ({ ruleId }) =>
        Effect.asVoid(run(webhooks.deleteRule, { params: { rule_id: ruleId } }, keptAfterDowngrade)),
      "webhooks.PreviewRule": (payload) =>
        Effect.map(run(webhooks.previewRule, { payload }), ({ data, notices }) => ({ preview: data, notices })),
      "webhooks.BacktestRule": (payload) =>
        limited(
          Effect.map(ask(webhooks.backtestRule, { payload }), ({ body, consumed, remaining }) => ({
            days: "dry_run" in body ? [] : body.data,
            notices: body.notices,
            consumed,
            remaining
          }))
        ),
      "webhooks.ExplainRule": ({ ruleId, post }) =>
        dataOf(webhooks.explainRule, { params: { rule_id: ruleId }, query: { post } }),
      "webhooks.CountRecoverable": ofAccount((accountId, { endpointId, since }) =>
        Effect.map(respond(recoveries.count(accountId, endpointId, new Date(since))), (events) => ({ events }))
      ),
      "webhooks.RecoverEndpoint": ({ endpointId, since }) =>
        dataOf(webhooks.recoverEndpoint, { params: { endpoint_id: endpointId }, payload: { since } }),
      "webhooks.ListRecoveries": () => dataOf(webhooks.listRecoveries, {}, keptAfterDowngrade),
      "webhooks.CancelRecovery": ({ recoveryId }) =>
        dataOf(webhooks.cancelRecovery, { params: { recovery_id: recoveryId } }, keptAfterDowngrade)
    })
  })
)
