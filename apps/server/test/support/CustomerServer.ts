import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"

export interface CustomerServer {
  readonly url: string
  readonly port: number
  readonly requests: ReadonlyArray<{
    readonly method: string
    readonly headers: IncomingMessage["headers"]
    readonly body: string
  }>
}

/** A customer's server that answers as the test says; gone when the test ends. */
export const customerServer = (answer: (response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const requests: Array<CustomerServer["requests"][number]> = []
      const take = async (request: IncomingMessage, response: ServerResponse) => {
        requests.push({ method: request.method ?? "", headers: request.headers, body: await text(request) })
        answer(response)
      }
      const server = createServer((request, response) => void take(request, response))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      return { server, port, requests, url: `http://127.0.0.1:${port}/hooks` }
    }),
    ({ server }) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  )
