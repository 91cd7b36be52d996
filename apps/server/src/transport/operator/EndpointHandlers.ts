/** Handlers for webhook endpoints with their deliveries. They need no plan: an operator also helps an account whose plan has ended. */
import { type AccountId, type Endpoint, NotFound } from "@heddle/api"
import { Effect, identity } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import type { EndpointRecord } from "../../operator/EndpointsApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { DeliveryLog } from "../../webhooks/log/DeliveryLog.ts"
import { Endpoints } from "../../webhooks/management/Endpoints.ts"
import { Recoveries } from "../../webhooks/resending/Recoveries.ts"
import { Resend } from "../../webhooks/resending/Resend.ts"
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

export const EndpointsHandlers = HttpApiBuilder.group(
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

export const DeliveriesHandlers = HttpApiBuilder.group(
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
