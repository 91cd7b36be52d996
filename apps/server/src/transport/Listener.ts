/**
 * HTTP listeners. A socket is bound as soon as its layer is built, but its requests have a handler only once the routes
 * (and so the database) stand; Node drops a request nobody listens for, so until then the answer is 503.
 */
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { createServer, STATUS_CODES } from "node:http"
import { newId } from "../runtime/Ids.ts"
import { problemDocument } from "./rest/ProblemResponses.ts"

interface Refusal {
  readonly status: number
  readonly detail?: string
}

const notEncoded: Refusal = {
  status: 400,
  detail:
    "The address has a character that must be percent-encoded, such as a space or one beyond ASCII. With curl: `-G --data-urlencode keywords=咖啡`."
}

/** What Node refuses by itself, before any route; all else that it cannot read is a 400. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431 },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408 },
  HPE_INVALID_URL: notEncoded,
  // What follows a space should be the version.
  HPE_INVALID_CONSTANT: notEncoded
}

const refusal = (error: Error): string => {
  const { status, detail } = ("code" in error && refusals[String(error.code)]) || { status: 400 }
  const requestId = Effect.runSync(newId("req"))
  const body = problemDocument(status, requestId, detail)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "connection: close",
    "",
    body
  ].join("\r\n")
}

const makeServer = (requestTimeoutMillis: number) => {
  const server = createServer({
    requestTimeout: requestTimeoutMillis,
    // The missing header is told by the routes, as a problem; Node itself would answer without a body.
    requireHostHeader: false,
    // Nothing here is upgraded, so that an offer to is passed over, as HTTP allows, and the request answered as it is.
    shouldUpgradeCallback: () => false
  })
  server.on("request", (_request, response) => {
    if (server.listenerCount("request") > 1) return
    const requestId = Effect.runSync(newId("req"))
    response.writeHead(503, {
      "retry-after": "1",
      "content-type": "application/problem+json",
      "x-request-id": requestId
    })
    response.end(problemDocument(503, requestId, "The service is starting."))
  })
  server.on("checkExpectation", (request, response) => {
    server.emit("request", request, response)
  })
  server.on("clientError", (error, socket) => {
    if (socket.writable) socket.end(refusal(error))
    else socket.destroy()
  })
  return server
}

export const listener = (options: {
  readonly port: number
  readonly host: string
  /** Until the last byte of a request; 0 for streams of any length. */
  readonly requestTimeoutMillis: number
}) =>
  Layer.unwrap(
    Effect.sync(() => {
      const server = makeServer(options.requestTimeoutMillis)
      // Calls that run have had their time by then. A connection that never asked for anything would never end.
      const hangUp = Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
      return Layer.effectDiscard(hangUp).pipe(Layer.provideMerge(NodeHttpServer.layer(() => server, options)))
    })
  )
