/** How many connections a port and a client may hold. Any beyond is closed unread, so that a flood costs next to nothing. */
import { Effect, Metric } from "effect"
import type { Server } from "node:http"
import { clientOf, makeContains } from "../../runtime/Networks.ts"

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
  const countRefused = (limit: "port" | "address") =>
    Effect.runSync(Metric.update(Metric.withAttributes(refused, { port: name, limit }), 1))

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
