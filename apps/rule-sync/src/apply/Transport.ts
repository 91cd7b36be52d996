/**
 * Retries of all calls. A request rejected before it ran (429) is always safe to repeat. Any other failed
 * request may have run, so only idempotent methods are repeated; the caller of a POST must check first.
 */
import { Clock, Duration, Effect, Result } from "effect"
import { Headers, HttpClient, HttpClientError, type HttpClientRequest, type HttpClientResponse } from "effect/http"
import { type RetryPolicyOptions, WaitsWhenThrottled } from "./RetryPolicy.ts"
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

const isRetryable = (attempt: Attempt): boolean =>
  Result.isSuccess(attempt)
    ? HttpClient.isTransientResponse(attempt.success)
    : HttpClient.isTransientError(attempt.failure) && !isNotConnected(attempt.failure)

/** Reads the body, so that the time limit and the retries cover it too; the response keeps it for the decoder. */
const readBody = (request: HttpClientRequest.HttpClientRequest) => (response: HttpClientResponse.HttpClientResponse) =>
  response.arrayBuffer.pipe(
    Effect.mapError((cause) => transportError(request, "the answer broke off", cause)),
    Effect.as(response)
  )

/** A `Retry-After` to one request holds all of them. */
export const withRetries = (policy: RetryPolicyOptions) => {
  let pausedUntil = 0
  const pause = Effect.gen(function* () {
    for (;;) {
      const left = pausedUntil - (yield* Clock.currentTimeMillis)
      if (left <= 0) return
      yield* Effect.sleep(left)
    }
  })
  return (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(client, (send, request) =>
      Effect.gen(function* () {
        const attemptOnce = send.pipe(
          Effect.flatMap(readBody(request)),
          Effect.timeoutOrElse({
            duration: policy.requestTimeoutMs,
            orElse: () => Effect.fail(transportError(request, `no answer within ${policy.requestTimeoutMs} ms`))
          }),
          Effect.result
        )
        const waitsWhenThrottled = yield* WaitsWhenThrottled
        let [attempts, throttled] = [0, 0]
        for (;;) {
          const result: Attempt = yield* Effect.andThen(pause, attemptOnce)
          if (!isRetryable(result)) return yield* Effect.fromResult(result)
          const neverRan = Result.isSuccess(result) && result.success.status === 429
          if (neverRan && !waitsWhenThrottled) return yield* Effect.fromResult(result)
          if (neverRan) throttled += 1
          else attempts += 1
          const now = yield* Clock.currentTimeMillis
          const retryAfter = Result.isSuccess(result) ? retryAfterMs(result.success, now) : undefined
          const delayMs = retryAfter ?? policy.firstDelayMs * 2 ** (attempts + throttled - 1)
          const isSpent = attempts >= policy.maxAttempts || throttled >= policy.maxThrottledAttempts
          if (isSpent || delayMs > policy.maxRetryAfterMs) return yield* Effect.fromResult(result)
          if (retryAfter !== undefined) pausedUntil = Math.max(pausedUntil, now + retryAfter)
          // The caller of a POST that may have run reads the list first.
          if (request.method === "POST" && !neverRan) return yield* Effect.fromResult(result)
          yield* Effect.sleep(delayMs)
        }
      })
    )
}
