/**
 * The messages of a WebSocket as a stream. Reading stops while many wait, so that a slow consumer slows the host down
 * instead of filling the memory. The client is `ws`, because Node's own neither stops reading nor tells why a host refused.
 */
import { WebSocket } from "@effect/platform-node/NodeWS"
import { Cause, Clock, Effect, Queue, Schema, Stream } from "effect"
import type { IncomingMessage } from "node:http"

/** The numbers of waiting messages at which reading pauses and resumes. */
const stopReadingAt = 8_000
const goOnReadingAt = 2_000
const maxMessageBytes = 4 * 1024 * 1024
const handshakeMillis = 10_000
/** A host that says nothing for this long is asked for a sign of life, and given up after as long again. */
const quietMillis = 30_000
const maxBodyBytes = 2_000

export interface RawMessage {
  readonly data: Buffer
  readonly isBinary: boolean
}

/** The host refused, broke or never took the connection. */
export class SocketFailed extends Schema.TaggedError<SocketFailed>()("SocketFailed", {
  message: Schema.String,
  /** The status and body of an answer that refused the connection; null when there was none. */
  status: Schema.NullOr(Schema.Int),
  body: Schema.String,
  retryAfterMillis: Schema.NullOr(Schema.Finite)
}) {}

const failed = (message: string) => new SocketFailed({ message, status: null, body: "", retryAfterMillis: null })

const retryAfterOf = (response: IncomingMessage): number | null => {
  const seconds = Number(response.headers["retry-after"] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}

const refusedBy = (response: IncomingMessage, body: string) =>
  new SocketFailed({
    message: `it answered ${response.statusCode ?? 0}${body === "" ? "" : `: ${body}`}`,
    status: response.statusCode ?? 0,
    body,
    retryAfterMillis: retryAfterOf(response)
  })

const toBuffer = (data: Buffer | ArrayBuffer | ReadonlyArray<Buffer>): Buffer => {
  if (data instanceof ArrayBuffer) return Buffer.from(data)
  return Buffer.isBuffer(data) ? data : Buffer.concat(data)
}

export const socketMessages = (url: string): Stream.Stream<RawMessage, SocketFailed> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const queue = yield* Queue.unbounded<RawMessage, SocketFailed>()
      const clock = yield* Clock.Clock
      const socket = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new WebSocket(url, {
              perMessageDeflate: false,
              // A message that is no text must not end the connection, or it would come again and again.
              skipUTF8Validation: true,
              maxPayload: maxMessageBytes,
              handshakeTimeout: handshakeMillis
            })
        ),
        (open) =>
          Effect.sync(() => {
            // The rest of what it sends is of no use, and its closing must not be waited for.
            open.on("error", () => undefined)
            open.terminate()
          })
      )
      let heardAt = clock.currentTimeMillisUnsafe()
      const fail = (error: SocketFailed) => Queue.failCauseUnsafe(queue, Cause.fail(error))
      const heard = () => void (heardAt = clock.currentTimeMillisUnsafe())
      socket.on("ping", heard)
      socket.on("pong", heard)
      socket.on("message", (data, isBinary) => {
        heard()
        Queue.offerUnsafe(queue, { data: toBuffer(data), isBinary })
        if (Queue.sizeUnsafe(queue) >= stopReadingAt) socket.pause()
      })
      socket.on("error", ({ message }) => fail(failed(message)))
      socket.on("close", (code, reason) => {
        fail(failed(`it closed the connection (${code}${reason.length === 0 ? "" : `, ${reason.toString()}`})`))
      })
      socket.on("unexpected-response", (_request, response) => {
        let body = ""
        response.setEncoding("utf8")
        response.on("data", (part: string) => {
          if (body.length < maxBodyBytes) body += part
        })
        response.on("close", () => fail(refusedBy(response, body.slice(0, maxBodyBytes))))
      })

      yield* Effect.gen(function* () {
        yield* Effect.sleep(quietMillis)
        const silentMillis = clock.currentTimeMillisUnsafe() - heardAt
        if (socket.isPaused || silentMillis < quietMillis) return
        if (silentMillis >= 2 * quietMillis) fail(failed("it has not answered for a minute"))
        else if (socket.readyState === WebSocket.OPEN) socket.ping()
      }).pipe(Effect.forever, Effect.forkScoped)

      const goOn = Effect.sync(() => {
        if (socket.isPaused && Queue.sizeUnsafe(queue) <= goOnReadingAt) {
          heard()
          socket.resume()
        }
      })
      return Stream.fromQueue(queue).pipe(Stream.mapArrayEffect((messages) => Effect.as(goOn, messages)))
    })
  )
