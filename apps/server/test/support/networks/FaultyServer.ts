/** An HTTP server on loopback that answers as a test says, or fails as networks do; gone when the scope closes. */
import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

export type Fault = "busy" | "broken" | "cut" | "malformed" | "slow"

const slowMillis = 50
/** What a busy server asks for, in seconds. */
export const busySeconds = 1

export interface FaultyServer {
  readonly url: string
  /** Paths with queries, in order, with those that were answered by a fault. */
  readonly requests: Array<string>
  /** The next requests get these, in order. */
  readonly faults: Array<Fault>
  /** Cuts all connections. */
  cutAll(): void
}

const fail = (fault: Exclude<Fault, "slow">, response: ServerResponse): void => {
  if (fault === "busy") {
    response.writeHead(429, { "content-type": "application/json", "retry-after": String(busySeconds) })
    response.end('{"error":"RateLimitExceeded"}')
  } else if (fault === "broken") {
    response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>")
  } else if (fault === "malformed") {
    response.writeHead(200, { "content-type": "application/json" }).end('{"posts":[{"uri":')
  } else {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
    response.write("{", () => response.destroy())
  }
}

export type Handle = (url: URL, response: ServerResponse, request: IncomingMessage) => void

export const answerJson = (
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {}
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

export const faultyServer = (handle: Handle) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly server: FaultyServer; readonly close: () => Promise<void> }>((resume) => {
      const requests: Array<string> = []
      const waiting: Array<Fault> = []
      const http = createServer((request, response) => {
        const path = request.url ?? ""
        requests.push(path)
        const url = new URL(path, "http://127.0.0.1")
        const fault = waiting.shift()
        if (fault === undefined) handle(url, response, request)
        else if (fault === "slow") setTimeout(() => handle(url, response, request), slowMillis)
        else fail(fault, response)
      })
      http.listen(0, "127.0.0.1", () => {
        const address = http.address()
        const port = typeof address === "object" ? address?.port : undefined
        const server: FaultyServer = {
          url: `http://127.0.0.1:${port}`,
          requests,
          faults: waiting,
          cutAll: () => http.closeAllConnections()
        }
        const close = () =>
          new Promise<void>((resolve) => {
            http.close(() => resolve())
            http.closeAllConnections()
          })
        resume(Effect.succeed({ server, close }))
      })
    }),
    ({ close }) => Effect.promise(close)
  ).pipe(Effect.map(({ server }) => server))
