/** A proxy that forwards and tunnels whatever it is asked for to one server of this machine. */
import { Effect } from "effect"
import { createServer, request } from "node:http"
import { connect } from "node:net"
import { listen } from "../../../../test/support/LocalServer.ts"

export interface ProxyOptions {
  readonly targetPort: number
  /** Answers every request with this status instead. */
  readonly refusal?: number
}

/** `asked`: the method, address and credentials of each request, in order. */
export const proxyServer = ({ targetPort, refusal }: ProxyOptions) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<string> = []
      const tunnels = new Set<{ destroy(): unknown }>()
      const server = createServer((incoming, outgoing) => {
        asked.push(`${incoming.method} ${incoming.url} ${incoming.headers["proxy-authorization"] ?? "-"}`)
        const { pathname, search } = new URL(incoming.url ?? "")
        const { method, headers } = incoming
        const onward = request(
          { host: "127.0.0.1", port: targetPort, method, path: pathname + search, headers },
          (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers))
        )
        incoming.pipe(onward)
      })
      server.on("connect", (incoming, client) => {
        asked.push(`CONNECT ${incoming.url} ${incoming.headers["proxy-authorization"] ?? "-"}`)
        tunnels.add(client)
        if (refusal !== undefined) {
          client.end(`HTTP/1.1 ${refusal} Refused\r\nContent-Length: 0\r\n\r\n`)
          return
        }
        const target = connect(targetPort, "127.0.0.1", () => {
          client.write("HTTP/1.1 200 Connected\r\n\r\n")
          target.pipe(client).pipe(target)
        })
        // Either end of a tunnel ends the other, at any time.
        target.on("error", () => client.destroy())
        client.on("error", () => target.destroy()).on("close", () => target.destroy())
      })
      const running = await listen(server, 0)
      return { asked, running, tunnels, address: `http://127.0.0.1:${running.port}` }
    }),
    ({ running, tunnels }) =>
      Effect.promise(() => {
        // The server does not know them any more, but waits for them.
        for (const tunnel of tunnels) tunnel.destroy()
        return running.close()
      })
  )
