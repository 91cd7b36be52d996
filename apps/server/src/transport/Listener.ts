/**
 * HTTP listeners. A socket is bound as soon as its layer is built, but its requests have a handler only once the routes
 * (and so the database) stand; Node drops a request nobody listens for, so until then the answer is 503.
 */
import { NodeHttpServer } from "@effect/platform-node"
import { createServer } from "node:http"

const makeServer = (requestTimeoutMillis: number) => () => {
  const server = createServer({ requestTimeout: requestTimeoutMillis })
  server.on("request", (_request, response) => {
    if (server.listenerCount("request") > 1) return
    response.writeHead(503, { "retry-after": "1", "content-type": "application/problem+json" })
    response.end(
      '{"type":"/problems/unavailable","title":"Unavailable","status":503,"detail":"The service is starting.","code":"unavailable","credits_consumed":0}'
    )
  })
  return server
}

export const listener = (options: {
  readonly port: number
  readonly host: string
  /** Until the last byte of a request; 0 for streams of any length. */
  readonly requestTimeoutMillis: number
}) => NodeHttpServer.layer(makeServer(options.requestTimeoutMillis), options)
