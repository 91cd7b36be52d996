import { BoundedBody, type IncomingRequest, tooLarge } from "./core/Body.ts"
import { failure, ReceiverError } from "./core/Errors.ts"
import type { Reply } from "./core/Reply.ts"

const untouchedHint =
  "The signature covers the raw bytes, so pass the untouched Request: do not call request.json(), text() or formData() " +
  "before, nor in a middleware (clone() there), and in Hono pass context.req.raw."

const requestHint =
  "Pass the Request itself: ({ request }) => receiver.fetch(request), in Hono (c) => receiver.fetch(c.req.raw). " +
  "For the request and response of Node, use nodeHandler of @heddle/receiver/node."

const aborted = (cause: unknown) =>
  cause instanceof ReceiverError ? cause : failure("body_aborted", "The body could not be read.", { cause })

async function readStream(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal
): Promise<Uint8Array> {
  const body = new BoundedBody(maxBytes)
  const reader = stream.getReader()
  // Not cancelled: React Router's server takes that for a wish to hang up, and the sender would get no answer.
  // workerd does not let go of a stream while it waits for it.
  const release = () => {
    try {
      reader.releaseLock()
    } catch {}
  }
  signal.addEventListener("abort", release)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) body.add(next.value)
    return body.bytes()
  } catch (cause) {
    throw aborted(cause)
  } finally {
    release()
    signal.removeEventListener("abort", release)
  }
}

async function readRequest(request: Request, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked === true) {
    throw failure("body_consumed", "The body of this Request was already read.", { hint: untouchedHint })
  }
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes)
  return request.body === null ? new Uint8Array() : readStream(request.body, maxBytes, signal)
}

/** Frameworks hand over contexts and events; what is in them is found out here rather than by a TypeError. */
function readIncoming(request: Request): IncomingRequest {
  if (typeof request?.headers?.get !== "function") {
    throw failure("internal_error", "receiver.fetch was not given a web Request.", { hint: requestHint })
  }
  const { method, headers } = request
  return { method, headers, body: (maxBytes, signal) => readRequest(request, maxBytes, signal) }
}

/** `handle` answers what `read` throws, too. */
export const fetchWith =
  (handle: (read: () => IncomingRequest) => Promise<Reply>) =>
  async (request: Request): Promise<Response> => {
    const reply = await handle(() => readIncoming(request))
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  }
