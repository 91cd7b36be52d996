/** The tool's own connection, to the model API and without waiting. */
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { withRetries } from "../../src/apply/Transport.ts"
import { Webhooks } from "../../src/apply/Webhooks.ts"
import { goodKey, ModelApi } from "./ModelApi.ts"

const impatient = {
  maxAttempts: 2,
  maxThrottledAttempts: 2,
  firstDelayMs: 0,
  maxRetryAfterMs: 1_000,
  requestTimeoutMs: 5_000
}

export const client = Layer.unwrap(
  Effect.map(ModelApi, ({ baseUrl }) =>
    Webhooks.layer({ baseUrl, apiKey: Redacted.make(goodKey) }, baseUrl).pipe(
      Layer.provide(Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, withRetries(impatient)))),
      Layer.provide(FetchHttpClient.layer)
    )
  )
)
