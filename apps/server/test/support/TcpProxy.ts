/** A TCP proxy whose connections can become black holes: open, but passing nothing on. New ones work. */
import { Effect } from "effect"
import { createServer, connect, type Socket } from "node:net"

export interface TcpProxy {
  readonly port: number
  /** From now on the connections that are open pass nothing on, in either direction, and are never closed. */
  readonly silence: () => void
}

export const tcpProxy = (targetPort: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const pairs: Array<readonly [Socket, Socket]> = []
      const server = createServer((client) => {
        const target = connect(targetPort, "127.0.0.1")
        client.pipe(target).pipe(client)
        for (const socket of [client, target]) socket.on("error", () => undefined)
        pairs.push([client, target])
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const proxy: TcpProxy = {
        port: typeof address === "object" && address !== null ? address.port : 0,
        silence: () => {
          for (const [client, target] of pairs) {
            client.unpipe(target)
            target.unpipe(client)
            // Takes what arrives, as a firewall that dropped the connection would.
            client.resume()
            target.resume()
          }
        }
      }
      return { server, pairs, proxy }
    }),
    ({ server, pairs }) =>
      Effect.promise(() => {
        for (const socket of pairs.flat()) socket.destroy()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  ).pipe(Effect.map(({ proxy }) => proxy))
