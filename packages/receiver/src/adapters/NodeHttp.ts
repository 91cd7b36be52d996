import type { IncomingMessage, ServerResponse } from "node:http"
import { type BodyReader, BoundedBody, isBytes, tooLarge } from "../core/Body.ts"
import { failure } from "../core/Errors.ts"
import type { Handles, Reply } from "../core/Reply.ts"

/** Express, cloud functions and others put more on a request than Node does. */
export type NodeRequest = IncomingMessage & { body?: unknown; rawBody?: unknown }

/** What a framework has kept of a body, wherever it keeps it. */
export interface KeptBody {
  readonly body?: unknown
  readonly rawBody?: unknown
}

const aborted = (cause?: unknown) => failure("body_aborted", "The request ended before its body.", { cause })

/** Waiting for a stream that another parser has drained would hang, so that is found out before any listening. */
function findConsumer(request: IncomingMessage & { _body?: unknown }): string | null {
  if (request._body === true) return "A body parser ran before this handler and kept only its result."
  if (request.readableDidRead || request.readableEnded) return "Something read the request before this handler."
  return null
}

async function readStream(request: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const body = new BoundedBody(maxBytes)
  const listeners = new AbortController()
  // Stays for good: a request that breaks after its answer would otherwise bring the process down.
  request.on("error", () => {})
  try {
    return await new Promise((resolve, reject) => {
      const add = (chunk: unknown) => {
        try {
          body.add(chunk)
        } catch (error) {
          reject(error)
        }
      }
      const end = () => resolve(body.bytes())
      const close = () => reject(aborted(request.errored))
      const giveUp = () => reject(signal.reason)
      request.on("data", add).once("end", end).once("close", close)
      signal.addEventListener("abort", giveUp)
      listeners.signal.addEventListener("abort", () => {
        request.off("data", add).off("end", end).off("close", close)
        signal.removeEventListener("abort", giveUp)
      })
      request.resume()
    })
  } finally {
    listeners.abort()
  }
}

/** `kept` is where the framework leaves a body, `hint` how the body stays unread there. */
export const nodeBody =
  (request: NodeRequest, { kept = request, hint }: { readonly kept?: KeptBody; readonly hint: string }): BodyReader =>
  async (maxBytes, signal) => {
    if (isBytes(kept.rawBody)) return kept.rawBody
    if (isBytes(kept.body)) return kept.body
    if (request.destroyed && !request.readableEnded) throw aborted()
    const consumer = findConsumer(request)
    if (consumer !== null) throw failure("body_consumed", consumer, { hint })
    if (Number(request.headers["content-length"]) > maxBytes) throw tooLarge(maxBytes)
    return readStream(request, maxBytes, signal)
  }

/** The rest of a body that never came would otherwise be taken for the next request. */
export const replyHeaders = (reply: Reply): Readonly<Record<string, string>> =>
  reply.code === "body_timeout" ? { ...reply.headers, connection: "close" } : reply.headers

export function sendNode(response: ServerResponse, reply: Reply): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(reply.status, replyHeaders(reply)).end(reply.body)
}

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
