/** One deadline for all of an attempt, in real time: neither single bytes nor informational answers extend it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Socket } from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { attemptDeadlineMillis } from "../../../src/webhooks/delivery/Sender.ts"
import { rawEndpoint } from "../../support/RawEndpoint.ts"
import { senderWith, sendTo } from "../../support/Sending.ts"

const toleranceMillis = 100
const dripMillis = 250

/** How late this process, on a busy machine, may itself have noticed the time. */
const watchDelay = Effect.acquireRelease(
  Effect.sync(() => {
    const histogram = monitorEventLoopDelay({ resolution: 10 })
    histogram.enable()
    return histogram
  }),
  (histogram) => Effect.sync(() => histogram.disable())
).pipe(Effect.map((histogram) => () => histogram.max / 1e6))

const assertInTime = (actual: number, expected: number, delay: number, name: string) => {
  assert.isAtLeast(actual, expected - 1, name)
  assert.isAtMost(actual, expected + toleranceMillis + delay, name)
}

/** Writes the beginning, and then the drop again and again. */
const drip = (beginning: string, drop: string) => (socket: Socket) => {
  socket.write(beginning)
  const timer = setInterval(() => socket.write(drop), dripMillis)
  socket.on("close", () => clearInterval(timer))
}

const answers: ReadonlyArray<readonly [string, (socket: Socket) => void, status: number | null]> = [
  ["a body", drip("HTTP/1.1 200 OK\r\n\r\n", "a"), 200],
  ["a body in chunks", drip("HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\na\r\n"), 500],
  ["the extension of a chunk", drip("HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n1;a", "a"), 500],
  ["trailers", drip("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "a: b\r\n"), 200],
  ["a status line", drip("HTTP/1.1 200 ", "O"), null],
  ["headers", drip("HTTP/1.1 200 OK\r\n", "a: b\r\n"), 200],
  ["one header", drip("HTTP/1.1 500 No\r\na: ", "b"), 500],
  ["informational answers", drip("", "HTTP/1.1 103 Early Hints\r\n\r\n"), null],
  ["nothing", () => undefined, null]
]

// Each test waits for a real deadline.
describe("the deadline of an attempt", { concurrent: true }, () => {
  it.live(
    `holds within ${toleranceMillis} ms, whatever the endpoint drips`,
    () =>
      Effect.gen(function* () {
        const delay = yield* watchDelay
        const results = yield* Effect.forEach(
          answers,
          ([name, answer, status]) =>
            Effect.gen(function* () {
              const { url } = yield* rawEndpoint(answer)
              return { name, status, result: yield* sendTo(url) }
            }),
          { concurrency: "unbounded" }
        )
        for (const { name, status, result } of results) {
          assertInTime(result.durationMillis, attemptDeadlineMillis, delay(), name)
          assert.deepInclude(result, { statusCode: status, delivered: status === 200, connected: true }, name)
        }
      }).pipe(Effect.provide(senderWith(true))),
    30_000
  )

  it.live(
    "is not reached by an endpoint that accepts connections and begins no TLS",
    () =>
      Effect.gen(function* () {
        const delay = yield* watchDelay
        const { port } = yield* rawEndpoint(() => undefined)
        const result = yield* sendTo(`https://127.0.0.1:${port}/`)
        assertInTime(result.durationMillis, 5_000, delay(), "the connection")
        assert.deepInclude(result, {
          error: "Connection timed out",
          faultOwner: "network",
          connected: true,
          sentAt: null
        })
      }).pipe(Effect.provide(senderWith(true))),
    30_000
  )
})
