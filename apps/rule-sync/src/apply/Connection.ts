/** The API client from the settings. */
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { settings } from "../Settings.ts"
import { fetchThrough, proxyFor } from "./Proxy.ts"
import { RetryPolicy } from "./RetryPolicy.ts"
import { withRetries } from "./Transport.ts"
import { Webhooks } from "./Webhooks.ts"

/** Reads the settings when it is built, so the file is checked first. */
export const connection = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, apiKey } = yield* settings
    const policy = yield* RetryPolicy
    const proxy = yield* proxyFor(baseUrl)
    const shown = proxy === null ? baseUrl : `${baseUrl} through the proxy ${proxy.origin}`
    return Webhooks.layer({ baseUrl, apiKey }, shown).pipe(
      Layer.provide(Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, withRetries(policy)))),
      Layer.provide(FetchHttpClient.layer),
      // A redirected POST would arrive as a GET, and without the key at another origin.
      Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })),
      Layer.provide(
        proxy === null
          ? Layer.empty
          : Layer.effect(
              FetchHttpClient.Fetch,
              Effect.promise(() => fetchThrough(proxy))
            )
      )
    )
  })
)
