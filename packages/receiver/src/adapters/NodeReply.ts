import type { ServerResponse } from "node:http"
import type { Reply } from "../core/Reply.ts"

/** The rest of a body that never came would otherwise be taken for the next request. */
export const replyHeaders = (reply: Reply): Readonly<Record<string, string>> =>
  reply.code === "body_timeout" ? { ...reply.headers, connection: "close" } : reply.headers

export function sendNode(response: ServerResponse, reply: Reply): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(reply.status, replyHeaders(reply)).end(reply.body)
}
