import { assert, describe, it } from "@effect/vitest"
import { verify } from "@heddle/receiver"
import { ConfigProvider, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Destination } from "../../../src/webhooks/delivery/Destination.ts"
import { attemptDeadlineMillis, type Message, Sender } from "../../../src/webhooks/delivery/Sender.ts"
import { customerServer } from "../../support/CustomerServer.ts"

const senderWith = (allowLoopback: boolean) =>
  Sender.layer.pipe(
    Layer.provide(Destination.layer),
    Layer.provide(
      ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_WEBHOOK_ALLOW_LOOPBACK: String(allowLoopback) }))
    )
  )

const secret = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ="
const message = (url: string): Message => ({
  url,
  secrets: [secret],
  body: JSON.stringify({ text: "台積電 😀 \u2028" }),
  standardWebhooks: false,
  attempt: 3,
  idempotencyKey: "evt_1"
})
const send = (url: string, allowLoopback = true) =>
  Sender.use((sender) => sender.send(message(url))).pipe(Effect.provide(senderWith(allowLoopback)))

describe("one attempt", () => {
  it.effect("carries the headers of the description and a signature the receiver package accepts", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(204).end())
      const sent = message(target.url)
      const result = yield* send(target.url)
      assert.deepInclude(result, { delivered: true, statusCode: 204, error: null, response: "" })
      const [request] = target.requests
      assert.strictEqual(request?.body, sent.body)
      assert.deepInclude(request?.headers ?? {}, {
        "content-type": "application/json",
        "x-service-idempotency-key": "evt_1",
        "x-service-delivery-attempt": "3"
      })
      assert.match(request?.headers["user-agent"] ?? "", /^Heddle-Webhooks\/\d/)
      const signature = String(request?.headers["x-service-signature"])
      const seconds = Number(/^t=(\d+),/.exec(signature)?.[1])
      yield* Effect.promise(() =>
        verify({
          secrets: secret,
          headers: { "x-service-signature": signature },
          body: new TextEncoder().encode(request?.body),
          now: () => seconds * 1_000
        })
      )
    })
  )

  it.effect.each([200, 201, 299])("%s is success", (status) =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(status).end("thanks"))
      assert.deepInclude(yield* send(target.url), { delivered: true, statusCode: status, response: "thanks" })
    })
  )

  it.effect.each([300, 302, 400, 404, 410, 500, 503])("%s is failure", (status) =>
    Effect.gen(function* () {
      const other = yield* customerServer((response) => response.writeHead(200).end())
      const target = yield* customerServer((response) => response.writeHead(status, { location: other.url }).end())
      assert.deepInclude(yield* send(target.url), { delivered: false, statusCode: status, error: null })
      assert.isEmpty(other.requests, "no redirect is followed")
    })
  )

  it.effect("Retry-After counts on 429 and 503 only", () =>
    Effect.gen(function* () {
      for (const [status, expected] of [
        [429, 90_000],
        [503, 90_000],
        [500, null]
      ] as const) {
        const target = yield* customerServer((response) => response.writeHead(status, { "retry-after": "90" }).end())
        assert.strictEqual((yield* send(target.url)).retryAfterMillis, expected)
      }
    })
  )

  it.effect("keeps 16 KiB of an answer of 50 MB and lets go of the rest", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => {
        response.writeHead(200)
        const chunk = Buffer.alloc(1_000_000, "x")
        const write = (left: number) => {
          if (left > 0 && !response.destroyed) response.write(chunk, () => write(left - 1))
          else response.end()
        }
        write(50)
      })
      const result = yield* send(target.url)
      assert.isTrue(result.delivered)
      assert.strictEqual(result.response?.length, 16 * 1024)
    })
  )

  it.effect("ends at its deadline, however slowly the answer drips", () =>
    Effect.gen(function* () {
      const begun = Promise.withResolvers<void>()
      const target = yield* customerServer((response) => {
        response.writeHead(200)
        response.write("a")
        begun.resolve()
      })
      const attempt = yield* Effect.forkChild(send(target.url))
      yield* Effect.promise(() => begun.promise)
      yield* TestClock.adjust(attemptDeadlineMillis)
      const result = yield* Fiber.join(attempt)
      assert.deepInclude(result, { delivered: false, statusCode: null, error: "No complete answer within 10 s" })
    })
  )

  it.effect("says in words why there was no answer, and names no address", () =>
    Effect.gen(function* () {
      const silent = yield* customerServer((response) => response.socket?.destroy())
      assert.strictEqual((yield* send(silent.url)).error, "The connection closed without an answer")
      const refused = yield* send("http://127.0.0.1:1/hooks")
      assert.strictEqual(refused.error, "Connection refused")
    })
  )

  it.effect("opens no connection to an address that is not public, literal or behind a name", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(200).end())
      const literal = yield* send(`https://127.0.0.1:${target.port}/`, false)
      assert.strictEqual(literal.error, "The URL's address is not public")
      const named = yield* send(`https://localhost:${target.port}/`, false)
      assert.strictEqual(named.error, "The URL's host name does not resolve to a public address")
      assert.isEmpty(target.requests)
    })
  )

  it.effect("does not say whether a name resolves inside or not at all", () =>
    Effect.gen(function* () {
      const inside = yield* send("https://localhost:1/", false)
      const unknown = yield* send("https://no-such-host.invalid/", false)
      assert.strictEqual(inside.error, "The URL's host name does not resolve to a public address")
      assert.strictEqual(unknown.error, inside.error)
    })
  )
})
