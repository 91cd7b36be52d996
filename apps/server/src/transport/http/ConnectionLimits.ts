/** How many connections a port and a client may hold. Any beyond is closed unread, so that a flood costs next to nothing. */
import { Effect, Metric } from "effect"
import type { RequestListener, Server } from "node:http"
import type { Socket } from "node:net"
import { clientOf, makeContains } from "../../runtime/Networks.ts"

/** Every request, also one that waits for `100 Continue` or expects something else; Node has an event for each. */
export const onRequest = (server: Server, handle: RequestListener): void => {
  server.on("request", handle)
  server.on("checkContinue", handle)
}

export interface ConnectionLimits {
  /** Name of the port in the metric. */
  readonly name: "public" | "operator"
  readonly maxConnections: number
  /** 0 for no limit. */
  readonly maxConnectionsPerAddress: number
  /** Addresses and subnets whose connections carry many clients: only the port's limit applies to them. */
  readonly proxies: ReadonlyArray<string>
}

const refused = Metric.counter("connections_refused_total", {
  description: "Connections closed at once because their port or address had too many",
  incremental: true
})

export const limitConnections = (
  server: Server,
  { name, maxConnections, maxConnectionsPerAddress, proxies }: ConnectionLimits
): void => {
  const isProxy = makeContains(proxies)
  const openByClient = new Map<string, number>()
  const countRefused = (limit: "port" | "address", count = 1) =>
    Effect.runSync(Metric.update(Metric.withAttributes(refused, { port: name, limit }), count))
  // What Prometheus has not seen at 0 has not increased.
  countRefused("port", 0)
  countRefused("address", 0)

  server.maxConnections = maxConnections
  server.on("drop", () => countRefused("port"))
  if (maxConnectionsPerAddress === 0) return
  server.on("connection", (socket) => {
    const { remoteAddress } = socket
    // A client that is already gone has no address.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const client = clientOf(remoteAddress)
    const open = openByClient.get(client) ?? 0
    if (open >= maxConnectionsPerAddress) {
      countRefused("address")
      socket.destroy()
      return
    }
    openByClient.set(client, open + 1)
    socket.once("close", () => {
      const left = (openByClient.get(client) ?? 1) - 1
      if (left > 0) openByClient.set(client, left)
      else openByClient.delete(client)
    })
  })
}

/** Bounds the time that a slow or silent client can hold a connection. */
export interface ConnectionTimes {
  /** Time to receive the headers, from the opening of the connection or the first byte of a later request. */
  readonly headersMillis: number
  /** Time to receive a whole request; 0 for no limit. */
  readonly requestMillis: number
  /**
   * Time without a byte in either direction, unless the server itself is at work. For a client that stops reading it can
   * take twice as long: Node looks for progress only once in that time.
   */
  readonly idleMillis: number
  /** Time to read the rest of an answer, once the server has made all of it. */
  readonly readMillis: number
}

/** How long a connection stays open for the client's next request. */
const keepAliveMillis = 5_000
/** How often Node looks for requests that are late. */
const checkMillis = 2_000

export const serverTimes = ({ headersMillis, requestMillis }: ConnectionTimes) => ({
  headersTimeout: requestMillis === 0 ? headersMillis : Math.min(headersMillis, requestMillis),
  requestTimeout: requestMillis,
  keepAliveTimeout: keepAliveMillis,
  connectionsCheckingInterval: Math.min(checkMillis, headersMillis)
})

/** As Node reports a request that took too long to arrive. */
const lateRequest = () => Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" })

/** Node has no limit for clients that do not read their answer. */
export const limitIdleTime = (server: Server, { idleMillis, readMillis }: ConnectionTimes): void => {
  server.timeout = idleMillis
  onRequest(server, (request, response) => {
    // Node closes an idle connection unless the answer in progress has a listener.
    response.on("timeout", (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
      else if (!request.complete) server.emit("clientError", lateRequest(), socket)
      // The server is at work.
      else socket.setTimeout(idleMillis)
    })
    response.once("prefinish", () => {
      const { socket } = response
      // Most answers are in the hands of the operating system by now.
      if (socket === null || socket.writableLength === 0) return
      const timer = setTimeout(() => socket.destroy(), readMillis)
      response.once("close", () => clearTimeout(timer))
    })
  })
}
