/** Answers to webhook management. */
import { Api, webhooks } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Endpoints } from "../../webhooks/management/Endpoints.ts"
import { TestDelivery } from "../../webhooks/delivery/TestDelivery.ts"
import { meteredRead, meteredWrite } from "../metering/Metering.ts"

const data = <A>(value: A) => ({ data: value })
const deleted = (id: string) => data({ id, deleted: true as const })

export const WebhookOperations = HttpApiBuilder.group(
  Api,
  "webhooks",
  Effect.fn(function* (handlers) {
    const endpoints = yield* Endpoints
    const tests = yield* TestDelivery
    return handlers.handleAll({
      listEndpoints: meteredRead(webhooks.listEndpoints, (_request, { accountId }) =>
        Effect.map(endpoints.list(accountId), data)
      ),
      createEndpoint: meteredWrite(webhooks.createEndpoint, ({ payload }, { accountId }) =>
        Effect.map(endpoints.create(accountId, payload.url), data)
      ),
      deleteEndpoint: meteredWrite(webhooks.deleteEndpoint, ({ params }, { accountId }) =>
        Effect.as(endpoints.remove(accountId, params.endpoint_id), deleted(params.endpoint_id))
      ),
      createRule: meteredWrite(webhooks.createRule, ({ params, payload }, { accountId }) =>
        Effect.map(endpoints.createRule(accountId, params.endpoint_id, payload), data)
      ),
      deleteRule: meteredWrite(webhooks.deleteRule, ({ params }, { accountId }) =>
        Effect.as(endpoints.removeRule(accountId, params.rule_id), deleted(params.rule_id))
      ),
      testEndpoint: meteredWrite(webhooks.testEndpoint, ({ params }, { accountId }) =>
        Effect.map(tests.send(accountId, params.endpoint_id), data)
      )
    })
  })
)
