/**
 * Retries below the typed client. A request that was refused before it ran (429) is sent again whatever it is; one
 * that may have run is sent again only when running it twice is harmless. A POST is not: its caller has to look first.
 */
import { Clock, Duration, Effect, Result } from "effect"
import { Headers, HttpClient, HttpClientError, type HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { RetryPolicyOptions } from "./RetryPolicy.ts"
import { isNotConnected } from "./SystemCode.ts"

type Attempt = Result.Result<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

const transportError = (request: HttpClientRequest.HttpClientRequest, description: string, cause?: unknown) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, description, cause })
  })

const retryAfterMs = (response: HttpClientResponse.HttpClientResponse, nowMs: number): number | undefined => {
  const header = response.headers["retry-after"]
  if (header === undefined) return undefined
  const parsed = Headers.parseRetryAfter(header)
  return Result.isSuccess(parsed) ? Duration.toMillis(Headers.retryAfterDelay(parsed.success, nowMs)) : undefined
}

const isWorthRetrying = (attempt: Attempt): boolean =>
  Result.isSuccess(attempt)
    ? HttpClient.isTransientResponse(attempt.success)
    : HttpClient.isTransientError(attempt.failure) && !isNotConnected(attempt.failure)

/** The body is read here, so that the time limit and the retries cover it too; the response keeps it for the decoder. */
const whole = (request: HttpClientRequest.HttpClientRequest) => (response: HttpClientResponse.HttpClientResponse) =>
  response.arrayBuffer.pipe(
    Effect.mapError((cause) => transportError(request, "the answer broke off", cause)),
    Effect.as(response)
  )

export const withRetries =
  (policy: RetryPolicyOptions) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(client, (send, request) =>
      Effect.gen(function* () {
        const attemptOnce = send.pipe(
          Effect.flatMap(whole(request)),
          Effect.timeoutOrElse({
            duration: policy.requestTimeoutMs,
            orElse: () => Effect.fail(transportError(request, `no answer within ${policy.requestTimeoutMs} ms`))
          }),
          Effect.result
        )
        for (let attempt = 1; ; attempt++) {
          const outcome: Attempt = yield* attemptOnce
          if (!isWorthRetrying(outcome)) return yield* Effect.fromResult(outcome)
          const named = Result.isSuccess(outcome)
            ? retryAfterMs(outcome.success, yield* Clock.currentTimeMillis)
            : undefined
          const delayMs = named ?? policy.firstDelayMs * 2 ** (attempt - 1)
          if (attempt >= policy.maxAttempts || delayMs > policy.maxRetryAfterMs)
            return yield* Effect.fromResult(outcome)
          const refusedUnrun = Result.isSuccess(outcome) && outcome.success.status === 429
          if (request.method === "POST" && !refusedUnrun) {
            // The caller looks whether it was done; it should not do so sooner than the API asked for.
            if (named !== undefined) yield* Effect.sleep(named)
            return yield* Effect.fromResult(outcome)
          }
          yield* Effect.sleep(delayMs)
        }
      })
    )
