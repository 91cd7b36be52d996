/**
 * HTTP listeners. The socket is bound when its layer is built, before the routes and the database are ready. Node would
 * drop requests without a handler, so until then they get a 503.
 */
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { createServer, STATUS_CODES } from "node:http"
import { newId } from "../runtime/Ids.ts"
import { problemDocument } from "./rest/ProblemResponses.ts"

interface ParseError {
  readonly status: number
  readonly detail?: string
}

const notEncoded: ParseError = {
  status: 400,
  detail:
    "The address has a character that must be percent-encoded, such as a space or one beyond ASCII. With curl: `-G --data-urlencode keywords=咖啡`."
}

/** Node's parse errors, which no route sees. All others are a 400. */
const parseErrors: Readonly<Record<string, ParseError>> = {
  HPE_HEADER_OVERFLOW: { status: 431 },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408 },
  HPE_INVALID_URL: notEncoded,
  // After an unencoded space, the parser expects the HTTP version.
  HPE_INVALID_CONSTANT: notEncoded
}

const rawProblem = (error: Error): string => {
  const { status, detail } = ("code" in error && parseErrors[String(error.code)]) || { status: 400 }
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
    // The routes report a missing header as a problem; Node would send no body.
    requireHostHeader: false,
    // Ignores offers to upgrade, as HTTP permits, and answers the request itself.
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
    if (socket.writable) socket.end(rawProblem(error))
    else socket.destroy()
  })
  return server
}

export const listener = (options: {
  readonly port: number
  readonly host: string
  /** Time to receive a whole request; 0 for no limit. */
  readonly requestTimeoutMillis: number
}) =>
  Layer.unwrap(
    Effect.sync(() => {
      const server = makeServer(options.requestTimeoutMillis)
      // Running calls have finished by then; idle connections would keep the server open.
      const closeConnections = Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
      return Layer.effectDiscard(closeConnections).pipe(Layer.provideMerge(NodeHttpServer.layer(() => server, options)))
    })
  )
