import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { WaitsWhenThrottled } from "../../src/apply/RetryPolicy.ts"
import { withRetries } from "../../src/apply/Transport.ts"

const policy = {
  maxAttempts: 3,
  maxThrottledAttempts: 3,
  firstDelayMs: 500,
  maxRetryAfterMs: 60_000,
  requestTimeoutMs: 10_000
}

/** Answers in turn; a missing one never comes. */
const setUp = (...answers: ReadonlyArray<Response>) => {
  const sent: Array<string> = []
  const client = HttpClient.make((request) => {
    const answer = answers[sent.length]
    sent.push(request.method)
    return answer === undefined ? Effect.never : Effect.succeed(HttpClientResponse.fromWeb(request, answer))
  })
  return { sent, client: withRetries(policy)(client) }
}

const answer = (status: number, retryAfter?: string) =>
  new Response("{}", { status, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } })

const get = HttpClientRequest.get("http://api.example/")
const post = HttpClientRequest.post("http://api.example/")

describe("Retry-After", () => {
  it.effect.each([
    ["429 to a POST", post, 429, "7"],
    ["429 to a GET", get, 429, "7"],
    ["503 to a GET", get, 503, "7"],
    ["an HTTP date", get, 503, "Thu, 01 Jan 1970 00:00:07 GMT"]
  ] as const)("is waited for: %s", ([, request, status, header]) =>
    Effect.gen(function* () {
      const { sent, client } = setUp(answer(status, header), answer(200))
      const run = yield* Effect.forkChild(client.execute(request))
      yield* TestClock.adjust("6900 millis")
      assert.strictEqual(sent.length, 1)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual((yield* Fiber.join(run)).status, 200)
      assert.strictEqual(sent.length, 2)
    })
  )

  it.effect("longer than the limit ends the run at once", () =>
    Effect.gen(function* () {
      const { sent, client } = setUp(answer(429, "3600"))
      assert.strictEqual((yield* client.execute(get)).status, 429)
      assert.strictEqual(sent.length, 1)
    })
  )

  it.effect("of a 503 to a POST, which is not sent again, is waited for by the next request", () =>
    Effect.gen(function* () {
      const { sent, client } = setUp(answer(503, "7"), answer(200))
      assert.strictEqual((yield* client.execute(post)).status, 503)
      const next = yield* Effect.forkChild(client.execute(get))
      yield* TestClock.adjust("6900 millis")
      assert.deepEqual(sent, ["POST"])
      yield* TestClock.adjust("100 millis")
      assert.strictEqual((yield* Fiber.join(next)).status, 200)
      assert.deepEqual(sent, ["POST", "GET"])
    })
  )
})

it.effect("a call that can do without an answer does not wait after a 429", () =>
  Effect.gen(function* () {
    const { sent, client } = setUp(answer(429, "60"))
    const { status } = yield* Effect.provideService(client.execute(post), WaitsWhenThrottled, false)
    assert.deepEqual([status, sent.length], [429, 1])
  })
)

describe("without Retry-After", () => {
  it.effect("the delay doubles and the attempts are bounded", () =>
    Effect.gen(function* () {
      const { sent, client } = setUp(answer(502), answer(502), answer(502), answer(200))
      const run = yield* Effect.forkChild(client.execute(get))
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(run)).status, 502)
      assert.strictEqual(sent.length, policy.maxAttempts)
    })
  )

  it.effect("other refusals are not sent again", () =>
    Effect.gen(function* () {
      const { sent, client } = setUp(answer(400))
      assert.strictEqual((yield* client.execute(get)).status, 400)
      assert.strictEqual(sent.length, 1)
    })
  )

  it.effect("a POST that is not answered in time is not sent again", () =>
    Effect.gen(function* () {
      const { sent, client } = setUp()
      const run = yield* Effect.forkChild(Effect.flip(client.execute(post)))
      yield* TestClock.adjust(policy.requestTimeoutMs)
      assert.include((yield* Fiber.join(run)).message, "no answer within 10000 ms")
      assert.strictEqual(sent.length, 1)
    })
  )
})
