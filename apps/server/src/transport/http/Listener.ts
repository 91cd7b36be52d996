/**
 * HTTP listeners. The socket is bound when its layer is built, before the routes and the database are ready. Node would
 * drop requests without a handler, so until then they get a 503.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { Server, type ServerOptions, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { newId } from "../../runtime/Ids.ts"
import {
  type ConnectionLimits,
  type ConnectionTimes,
  limitConnections,
  limitIdleTime,
  onRequest,
  serverTimes
} from "./ConnectionLimits.ts"
import { answerRefusedRequests } from "./RefusedRequests.ts"
import { problemDocument } from "./ProblemResponses.ts"

export interface ListenerOptions {
  readonly port: number
  readonly host: string
  readonly times: ConnectionTimes
  readonly limits: ConnectionLimits
}

/** Call it last: more listeners than there are now mean that the routes have come. */
const answerUntilReady = (server: Server): void => {
  const ownListeners = server.listenerCount("request") + 1
  onRequest(server, (_request, response) => {
    if (server.listenerCount("request") > ownListeners) return
    const requestId = Effect.runSync(newId("req"))
    response.writeHead(503, {
      "retry-after": "1",
      "content-type": "application/problem+json",
      "x-request-id": requestId
    })
    response.end(problemDocument(503, requestId, "The service is starting."))
  })
}

/**
 * Offers to upgrade are ignored, as HTTP permits, and the request is answered. Node loses what the client has already sent
 * after it and would read on in the middle of some later request, so the connection ends.
 */
const endAfterUpgrade = (server: Server): void => {
  onRequest(server, ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false
  })
}

/** The router would take these characters in a path for a question mark. */
const keepInPath = (server: Server): void => {
  onRequest(server, (request) => {
    const { url = "" } = request
    if (!/[;#]/.test(url)) return
    const [path = "", ...query] = url.split("?")
    request.url = [path.replaceAll(";", "%3B").replaceAll("#", "%23"), ...query].join("?")
  })
}

/** How long the first request of a new connection may take to arrive when the server stops. */
const firstRequestMillis = 1_000

/**
 * When Node stops listening, it leaves connections open on which a request runs, answers whatever follows on them, and waits
 * for that; also for connections without a request, such as a browser opens ahead. A client that always has something to
 * send, or never, would hold up the stop. Here the answers in progress are the last ones.
 */
class EndingServer extends Server {
  /** Of connections without a request so far: undefined. Of those with answers in progress: the last one. */
  readonly #awaited = new Map<Socket, ServerResponse | undefined>()

  constructor(options: ServerOptions) {
    super(options)
    this.on("connection", (socket) => {
      this.#awaited.set(socket, undefined)
      socket.once("close", () => this.#awaited.delete(socket))
    })
    onRequest(this, ({ socket }, response) => {
      if (!this.listening) response.shouldKeepAlive = false
      this.#awaited.set(socket, response)
      response.once("close", () => {
        if (this.#awaited.get(socket) === response) this.#awaited.delete(socket)
        // Those whose headers were on their way by then.
        if (!this.listening) this.closeIdleConnections()
      })
    })
  }

  override close(done?: (error?: Error) => void): this {
    for (const response of this.#awaited.values()) if (response !== undefined) response.shouldKeepAlive = false
    setTimeout(() => {
      for (const [socket, response] of this.#awaited) if (response === undefined) socket.destroy()
    }, firstRequestMillis).unref()
    return super.close(done)
  }
}

const makeServer = ({ times, limits }: ListenerOptions): Server => {
  const server = new EndingServer({
    ...serverTimes(times),
    // The routes report a missing header as a problem; Node would send no body.
    requireHostHeader: false,
    shouldUpgradeCallback: () => false
  })
  server.on("checkExpectation", (request, response) => {
    server.emit("request", request, response)
  })
  limitConnections(server, limits)
  limitIdleTime(server, times)
  answerRefusedRequests(server)
  endAfterUpgrade(server)
  keepInPath(server)
  answerUntilReady(server)
  return server
}

export const listener = (options: ListenerOptions) =>
  Layer.unwrap(
    Effect.sync(() => {
      const server = makeServer(options)
      // Running calls have finished by then; idle connections would keep the server open.
      const closeConnections = Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
      return Layer.effectDiscard(closeConnections).pipe(
        Layer.provideMerge(NodeHttpServer.layer(() => server, { port: options.port, host: options.host }))
      )
    })
  )
