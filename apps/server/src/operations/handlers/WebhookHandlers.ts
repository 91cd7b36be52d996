/** Answers to the webhook management operations. */
import { type AccountId, type EndpointId, type RuleId, webhooks } from "@heddle/api"
import { Effect } from "effect"
import { Endpoints } from "../../webhooks/management/Endpoints.ts"
import { TestDelivery } from "../../webhooks/management/TestDelivery.ts"
import { TooManyCalls } from "../metering/Call.ts"
import { Metering } from "../metering/Metering.ts"
import { ruleCreation } from "./RuleCreation.ts"

const data = <A>(value: A) => ({ data: value })
const deleted = (id: EndpointId | RuleId) => data({ id, deleted: true as const })

/** The test event of an endpoint, with the errors of a call. */
export const sendTestEvent = (tests: TestDelivery["Service"], accountId: AccountId, endpointId: EndpointId) =>
  tests
    .send(accountId, endpointId)
    .pipe(
      Effect.catchTag("TooManyTestEvents", ({ limit, retryAfterSeconds }) =>
        Effect.fail(
          new TooManyCalls(
            `More than ${limit} test events in 60 seconds. Try again in ${retryAfterSeconds} s.`,
            retryAfterSeconds
          )
        )
      )
    )

export const webhookHandlers = Effect.gen(function* () {
  const { read, write } = yield* Metering
  const endpoints = yield* Endpoints
  const tests = yield* TestDelivery
  return {
    listEndpoints: read(webhooks.listEndpoints, (_request, { accountId }) =>
      Effect.map(endpoints.list(accountId), data)
    ),
    showEndpoint: read(webhooks.showEndpoint, ({ params }, { accountId }) =>
      Effect.map(endpoints.show(accountId, params.endpoint_id), data)
    ),
    createEndpoint: write(webhooks.createEndpoint, ({ payload: { url, ...options } }, { accountId }) =>
      Effect.map(endpoints.create(accountId, url, options), data)
    ),
    rotateSecret: write(webhooks.rotateSecret, ({ params, payload }, { accountId }) =>
      Effect.map(endpoints.rotateSecret(accountId, params.endpoint_id, payload?.overlapHours), data)
    ),
    deleteEndpoint: write(webhooks.deleteEndpoint, ({ params }, { accountId }) =>
      Effect.as(endpoints.remove(accountId, params.endpoint_id), deleted(params.endpoint_id))
    ),
    createRule: yield* ruleCreation,
    deleteRule: write(webhooks.deleteRule, ({ params }, { accountId }) =>
      Effect.as(endpoints.removeRule(accountId, params.rule_id), deleted(params.rule_id))
    ),
    testEndpoint: write(webhooks.testEndpoint, ({ params }, { accountId }) =>
      Effect.map(sendTestEvent(tests, accountId, params.endpoint_id), data)
    )
  }
})
