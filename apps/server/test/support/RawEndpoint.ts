/** An endpoint that writes what the test says onto the connection, once a request has come; gone when the test ends. */
import { Effect } from "effect"
import { createServer, type Socket } from "node:net"

export interface RawEndpoint {
  readonly url: string
  readonly port: number
  readonly connections: number
  /** What came, on all connections. */
  readonly received: string
}

export const rawEndpoint = (onRequest: (socket: Socket) => void, host = "127.0.0.1") =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets: Array<Socket> = []
      const chunks: Array<Buffer> = []
      const server = createServer((socket) => {
        sockets.push(socket)
        socket.on("error", () => undefined)
        socket.on("data", (chunk) => {
          chunks.push(chunk)
          onRequest(socket)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, host, resolve))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const endpoint: RawEndpoint = {
        url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/hooks`,
        port,
        get connections() {
          return sockets.length
        },
        get received() {
          return Buffer.concat(chunks).toString("latin1")
        }
      }
      return { server, sockets, endpoint }
    }),
    ({ server, sockets }) =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  ).pipe(Effect.map(({ endpoint }) => endpoint))
