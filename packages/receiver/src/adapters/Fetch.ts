import { BoundedBody, tooLarge } from "../core/BoundedBody.ts"
import type { IncomingRequest } from "../core/Receiver.ts"
import { failure } from "../core/Failure.ts"
import { ReceiverError } from "../core/ReceiverError.ts"
import type { Reply } from "../core/Reply.ts"

const untouchedHint =
  "The signature covers the raw bytes, so pass the untouched Request: do not call request.json(), text() or formData() " +
  "before, nor in a middleware (clone() there), and in Hono pass context.req.raw."

const aborted = (cause: unknown) =>
  cause instanceof ReceiverError ? cause : failure("body_aborted", "The body could not be read.", { cause })

async function readStream(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const body = new BoundedBody(maxBytes)
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) body.add(next.value)
    return body.bytes()
  } catch (cause) {
    // Not cancelled: React Router's server takes that for a wish to hang up, and the sender would get no answer.
    reader.releaseLock()
    throw aborted(cause)
  }
}

async function readRequest(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked === true) {
    throw failure("body_consumed", "The body of this Request was already read.", { hint: untouchedHint })
  }
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes)
  return request.body === null ? new Uint8Array() : readStream(request.body, maxBytes)
}

export const fetchWith =
  (handle: (request: IncomingRequest) => Promise<Reply>) =>
  async (request: Request): Promise<Response> => {
    const reply = await handle({
      method: request.method,
      headers: request.headers,
      body: (maxBytes) => readRequest(request, maxBytes)
    })
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  }
