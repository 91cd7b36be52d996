import type { Handles } from "../core/Reply.ts"
import { nodeBody, type NodeRequest, replyHeaders } from "./NodeHttp.ts"

const hint =
  "The signature covers the raw bytes. A hook of this server read request.raw first; " +
  "register fastifyPlugin(receiver) outside its scope."

interface FastifyRequest {
  readonly method: string
  readonly raw: NodeRequest
}

interface FastifyReply {
  code(status: number): unknown
  headers(headers: Record<string, string>): unknown
  send(body: string): unknown
}

/** What is needed of a Fastify instance. */
export interface FastifyServer {
  all(
    path: string,
    options: { readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> },
    handler: () => Promise<unknown>
  ): unknown
}

/**
 * `await app.register(fastifyPlugin(receiver), { prefix: "/webhooks/heddle" })`.
 *
 * Answers in `onRequest`, which is before content types are judged and bodies parsed: the parsers of the other routes
 * stay as they are, and none of them can refuse or change an event.
 */
export const fastifyPlugin =
  (receiver: Handles) =>
  async (server: FastifyServer): Promise<void> => {
    const onRequest = async ({ method, raw }: FastifyRequest, answer: FastifyReply) => {
      const body = nodeBody(raw, { hint })
      const reply = await receiver.handle({ method, headers: raw.headers, body })
      answer.code(reply.status)
      answer.headers({ ...replyHeaders(reply) })
      answer.send(reply.body)
      return answer
    }
    server.all("/", { onRequest }, async () => "")
  }
