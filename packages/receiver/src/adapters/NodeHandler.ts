import type { IncomingMessage, ServerResponse } from "node:http"
import type { Receiver } from "../core/Receiver.ts"
import { type NodeRequest, nodeBody } from "./NodeBody.ts"
import { sendNode } from "./NodeReply.ts"

/** What the adapters need of a receiver. */
export type Handles = Pick<Receiver, "handle">

/** Never rejects; resolves when the answer is on its way. */
export type NodeHandler = (request: NodeRequest, response: ServerResponse) => Promise<void>

export const nodeHandlerWith =
  (receiver: Handles, hint: string): NodeHandler =>
  async (request, response) => {
    try {
      const body = nodeBody(request, { hint })
      sendNode(response, await receiver.handle({ method: request.method, headers: request.headers, body }))
    } catch {
      response.destroy()
    }
  }

/** For a parser's `verify` option, where the parser cannot be moved behind the handler. */
export function keepRawBody(
  request: IncomingMessage & { rawBody?: unknown },
  _response: unknown,
  raw: Uint8Array
): void {
  request.rawBody = raw
}
