/**
 * One request and its response. However the exchange ends, `Seen` says how far it got. It does not decompress or follow
 * anything, and reads no further than the part of the body that it keeps.
 *
 * Our own client, because no other one does what a sender of webhooks needs: undici refuses an unasked 100 and hides which
 * connection a request went out on; `node:http` takes twice the CPU time and reads strictly or not at all.
 */
import { type Clock, Effect } from "effect"
import type { Deadline, Deadlines } from "../../runtime/Deadlines.ts"
import type { Connection, Connections } from "../../runtime/outbound/Connections.ts"
import { ResponseReader } from "../../runtime/outbound/ResponseReader.ts"
import { BoundedBody } from "./BoundedBody.ts"
import type { Headers } from "./LoggedHeaders.ts"

export interface Seen {
  /** When the request was last written to a connection, in Unix milliseconds. */
  sentAt: number | null
  /** Whether it was written to two. */
  sentTwice: boolean
  readonly response: ResponseReader
  readonly body: BoundedBody
}

export interface Request {
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
}

class NoAnswer extends Error {
  override readonly name = "NoAnswer"
  readonly code = "NO_ANSWER"
}

class NotHttp extends Error {
  override readonly name = "NotHttp"
  readonly code = "NOT_HTTP"
}

/** The connection was idle before, and ended before a byte of the answer came: it had probably ended already. */
class StaleConnection extends Error {
  override readonly name = "StaleConnection"
}

export const makeSeen = (): Seen => {
  const body = new BoundedBody()
  return { sentAt: null, sentTwice: false, response: new ResponseReader((part) => body.add(part)), body }
}

/** The names go out as they are spelled. */
const bytesOf = ({ url, headers, body }: Request): Buffer => {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head =
    `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n` +
    `${fields.join("")}Content-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, "latin1"), body])
}

const sendOnce = (connections: Connections, url: URL, bytes: Buffer, seen: Seen, deadline: Deadline, reuse: boolean) =>
  Effect.clockWith((clock: Clock.Clock) =>
    Effect.callback<void, unknown>((resume) => {
      if (deadline.hasPassed) return resume(Effect.void)
      let isOver = false
      let used: Connection | undefined

      const end = (result: Effect.Effect<void, unknown>) => {
        used = undefined
        resume(result)
      }

      const stop = () => {
        isOver = true
        used?.close()
      }

      deadline.onPassed = () => {
        stop()
        end(Effect.void)
      }

      const send = (connection: Connection) => {
        used = connection
        let isAnswered = false
        seen.sentTwice = seen.sentAt !== null
        seen.sentAt = clock.currentTimeMillisUnsafe()
        connection.send(bytes, {
          onData: (part) => {
            isAnswered = true
            const reading = seen.response.read(part)
            if (reading === "more") return
            if (seen.response.isReusable) connections.keep(url, connection)
            else connection.close()
            end(reading === "whole" ? Effect.void : Effect.fail(new NotHttp()))
          },
          onClose: (cause) => {
            // The rest of the answer means nothing to us.
            if (seen.response.statusCode !== null) return end(Effect.void)
            const isStale = connection.isReused && !isAnswered
            return end(Effect.fail(isStale ? new StaleConnection() : (cause ?? new NoAnswer())))
          }
        })
      }

      const open = () =>
        connections.open(url, (opened) => {
          if (opened instanceof Error) resume(Effect.fail(opened))
          // The next request can use it.
          else if (isOver) connections.keep(url, opened)
          else send(opened)
        })

      if (reuse) {
        connections.take(url, (idle) => {
          if (idle === undefined) open()
          else if (isOver) connections.keep(url, idle)
          else send(idle)
        })
      } else open()
      return Effect.sync(stop)
    })
  )

/** Ends at the deadline, too. Fails with the cause when there is no status. */
export const exchange = (connections: Connections, deadlines: Deadlines, request: Request, seen: Seen) =>
  Effect.suspend(() => {
    const bytes = bytesOf(request)
    const { url } = request
    const deadline = deadlines.start()
    return sendOnce(connections, url, bytes, seen, deadline, true).pipe(
      // Safe to repeat: the idempotency key tells a receiver that has the event already.
      Effect.catchIf(
        (cause) => cause instanceof StaleConnection,
        () =>
          Effect.andThen(
            Effect.logDebug(`A kept connection to ${url.host} had ended; the request goes out again on a new one`),
            sendOnce(connections, url, bytes, seen, deadline, false)
          )
      ),
      Effect.ensuring(Effect.sync(deadline.forget))
    )
  })
