/** Handlers for webhook endpoints. They need no plan: an operator also helps an account whose plan has ended. */
import type { AccountId, Endpoint } from "@heddle/api"
import { Effect, identity } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import type { EndpointRecord } from "../../operator/EndpointsApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { Endpoints } from "../../webhooks/management/Endpoints.ts"
import { respond } from "./Problems.ts"

const endpointRecord = (endpoint: Endpoint): EndpointRecord => ({
  id: endpoint.id,
  url: endpoint.url,
  created_at: endpoint.createdAt,
  standard_webhooks: endpoint.standardWebhooks,
  daily_credit_cap: endpoint.dailyCreditCap,
  health: {
    state: endpoint.health.state,
    failing_since: endpoint.health.failingSince,
    last_error: endpoint.health.lastError
  },
  queue: { waiting: endpoint.queue.waiting, next_attempt_at: endpoint.queue.nextAttemptAt },
  rules: endpoint.rules.length
})

export const EndpointsLive = HttpApiBuilder.group(
  OperatorApi,
  "endpoints",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const endpoints = yield* Endpoints
    const known = (accountId: AccountId) => respond(accounts.find(accountId), identity)
    return handlers.handleAll({
      list: ({ params: { account_id } }) =>
        Effect.andThen(
          known(account_id),
          Effect.map(endpoints.list(account_id), (all) => all.map(endpointRecord))
        ),
      rotateSecret: ({ params: { account_id, endpoint_id }, payload }) =>
        Effect.andThen(
          known(account_id),
          Effect.map(
            endpoints.rotateSecret(account_id, endpoint_id, payload.overlap_hours),
            ({ id, secret, previousSecretExpiresAt }) => ({
              id,
              secret,
              previous_secret_expires_at: previousSecretExpiresAt
            })
          )
        )
    })
  })
)
