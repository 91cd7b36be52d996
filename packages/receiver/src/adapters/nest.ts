import type { ServerResponse } from "node:http"
import type { Handles } from "../core/Reply.ts"
import { type KeptBody, nodeBody, type NodeRequest, replyHeaders, sendNode } from "./NodeHttp.ts"

const hint =
  "The signature covers the raw bytes. In main.ts: app.use(path, nestHandler(receiver)) before app.listen(), or, for a " +
  "controller, NestFactory.create(AppModule, { rawBody: true })."

interface FastifyRequest extends KeptBody {
  readonly raw: NodeRequest
}

interface FastifyReply {
  readonly raw: ServerResponse
  code(status: number): unknown
  headers(headers: Record<string, string>): unknown
  send(body: string): unknown
}

/** What `@Req()` and `@Res()` give, on Express or Fastify, and what a middleware gets. */
export type NestRequest = NodeRequest | FastifyRequest
export type NestResponse = ServerResponse | FastifyReply

const isFastify = (message: NestRequest): message is FastifyRequest => "raw" in message
const isReply = (response: NestResponse): response is FastifyReply => "raw" in response

/** A middleware (`app.use`, `consumer.apply`) and the body of a controller's method, whatever the platform. */
export const nestHandler =
  (receiver: Handles) =>
  async (request: NestRequest, response: NestResponse): Promise<void> => {
    const source = isFastify(request) ? request.raw : request
    const body = nodeBody(source, { kept: request, hint })
    const reply = await receiver.handle({ method: source.method, headers: source.headers, body })
    if (!isReply(response)) return sendNode(response, reply)
    response.code(reply.status)
    response.headers({ ...replyHeaders(reply) })
    response.send(reply.body)
  }
