/** Adds an `Authorization` header to every request: the conformance suite cannot send one. */
import { createServer, request } from "node:http"
import { listen } from "../support/LocalServer.ts"

export interface Proxy {
  readonly origin: string
  close(): Promise<void>
}

/** Streams both ways and passes `Host` on as it was sent, so that checks of it are still those of the server. */
export const startInjectingProxy = async (
  port: number,
  target: { readonly origin: string; readonly authorization: string }
): Promise<Proxy> => {
  const { hostname, port: targetPort } = new URL(target.origin)
  const server = createServer((incoming, outgoing) => {
    const forwarded = request(
      {
        hostname,
        port: targetPort,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, authorization: target.authorization }
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }
    )
    forwarded.on("error", () => outgoing.destroy())
    outgoing.on("close", () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  const { close } = await listen(server, port)
  return { origin: `http://127.0.0.1:${port}`, close }
}
