import type { IncomingMessage, ServerResponse } from "node:http"
import type { Receiver } from "../core/Receiver.ts"
import type { Reply } from "../core/Reply.ts"
import { readNodeBody } from "./NodeBody.ts"

/** Express and cloud functions put more on a request than Node does. */
export type NodeRequest = IncomingMessage & { body?: unknown; rawBody?: unknown }

function send(response: ServerResponse, reply: Reply): void {
  if (response.headersSent || response.destroyed) return
  // The rest of a body that never came would otherwise be taken for the next request.
  if (reply.code === "body_timeout") response.setHeader("connection", "close")
  response.writeHead(reply.status, reply.headers).end(reply.body)
}

/** For `http.createServer(nodeHandler(receiver))` and, before any body parser, `app.post(path, nodeHandler(receiver))`. */
export function nodeHandler(
  receiver: Pick<Receiver, "handle">
): (request: NodeRequest, response: ServerResponse) => void {
  return (request, response) => {
    const answer = async () => {
      const body = (maxBytes: number) => readNodeBody(request, maxBytes)
      send(response, await receiver.handle({ method: request.method, headers: request.headers, body }))
    }
    answer().catch(() => response.destroy())
  }
}

/** `express.json({ verify: keepRawBody })` where the parser cannot be moved behind this handler. */
export function keepRawBody(
  request: IncomingMessage & { rawBody?: unknown },
  _response: unknown,
  raw: Uint8Array
): void {
  request.rawBody = raw
}
