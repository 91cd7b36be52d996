/** One deadline for all of an attempt, in real time: neither single bytes nor informational answers extend it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Socket } from "node:net"
import { attemptDeadlineMillis } from "../../../src/webhooks/delivery/Sender.ts"
import { rawEndpoint } from "../../support/RawEndpoint.ts"
import { senderWith, sendTo } from "../../support/Sending.ts"

const toleranceMillis = 100
const dripMillis = 250

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
  ["headers", drip("HTTP/1.1 200 OK\r\n", "a: b\r\n"), null],
  ["one header", drip("HTTP/1.1 200 OK\r\na: ", "b"), null],
  ["informational answers", drip("", "HTTP/1.1 103 Early Hints\r\n\r\n"), null],
  ["nothing", () => undefined, null]
]

describe("the deadline of an attempt", () => {
  it.live(
    `holds within ${toleranceMillis} ms, whatever the endpoint drips`,
    () =>
      Effect.gen(function* () {
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
          assert.closeTo(result.durationMillis, attemptDeadlineMillis, toleranceMillis, name)
          assert.deepInclude(result, { statusCode: status, delivered: status === 200, connected: true }, name)
        }
      }).pipe(Effect.provide(senderWith(true))),
    30_000
  )

  it.live(
    "is not reached by an endpoint that accepts connections and begins no TLS",
    () =>
      Effect.gen(function* () {
        const { port } = yield* rawEndpoint(() => undefined)
        const result = yield* sendTo(`https://127.0.0.1:${port}/`)
        assert.closeTo(result.durationMillis, 5_000, toleranceMillis)
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
