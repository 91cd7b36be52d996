import type { Handles } from "../core/Reply.ts"
import { type KeptBody, nodeBody, type NodeRequest, replyHeaders } from "./NodeHttp.ts"

const hint =
  "The signature covers the raw bytes. Put koaHandler above the body parser, or set ctx.disableBodyParser = true for " +
  "this path in a middleware above it. The parser's own rawBody is text, not bytes, and does not do."

/** What is needed of Koa's context. */
export interface KoaContext {
  readonly method: string
  readonly req: NodeRequest
  /** Koa names neither `body` nor `rawBody`: parsers add them. */
  readonly request: object & KeptBody
  status: number
  body: unknown
  set(headers: Record<string, string>): unknown
}

/** A middleware that answers and never calls the next: route to it by path. */
export const koaHandler =
  (receiver: Handles) =>
  async (context: KoaContext): Promise<void> => {
    const body = nodeBody(context.req, { kept: context.request, hint })
    const reply = await receiver.handle({ method: context.method, headers: context.req.headers, body })
    context.status = reply.status
    context.body = reply.body
    context.set(replyHeaders(reply))
  }
