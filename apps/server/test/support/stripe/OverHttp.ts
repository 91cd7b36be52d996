/** The stand-in as a server on a free local port. A broken connection is a closed socket. */
import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { StripeStandIn } from "./StripeStandIn.ts"

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

const answerTo = async (standIn: StripeStandIn, request: IncomingMessage, response: ServerResponse) => {
  const { method = "GET", url: path = "/", headers } = request
  const key = headers["idempotency-key"]
  const idempotencyKey = typeof key === "string" ? key : undefined
  const authorized = headers.authorization?.startsWith("Bearer sk_test_") === true
  const body = await bodyOf(request)
  const answer = authorized
    ? standIn.answer({ method, path, body, idempotencyKey })
    : { status: 401, body: { error: { type: "invalid_request_error", message: "Invalid API Key provided" } } }
  if (answer === undefined) return void response.destroy()
  response.writeHead(answer.status, { "content-type": "application/json", "request-id": "req_stand_in" })
  response.end(JSON.stringify(answer.body))
}

/** Serves until the scope closes; answers where. */
export const serveStripe = (standIn: StripeStandIn) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((request, response) => {
        answerTo(standIn, request, response).catch((error: unknown) => response.destroy(new Error(String(error))))
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return server
    }),
    (server) =>
      Effect.promise(async () => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      })
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
    })
  )
