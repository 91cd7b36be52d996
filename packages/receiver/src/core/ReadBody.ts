import { isBytes } from "./Bytes.ts"
import { tooLarge } from "./BoundedBody.ts"
import { withDeadline } from "./Deadline.ts"
import { failure } from "./Failure.ts"
import type { HeaderSource } from "./Headers.ts"

/**
 * Reads the raw body and refuses more than `maxBytes` with `body_too_large`. `signal` aborts when the answer has been
 * given without it (`body_timeout`): let go of the source then.
 */
export type BodyReader = (maxBytes: number, signal: AbortSignal) => Promise<Uint8Array>

export interface IncomingRequest {
  readonly headers: HeaderSource
  /** The raw bytes, or a way to read them, which is used only once the headers have passed. */
  readonly body: Uint8Array | BodyReader
  /** Default POST. */
  readonly method?: string | undefined
}

interface BodyLimits {
  readonly maxBytes: number
  readonly timeoutSeconds: number
}

/** So that a sender that stops half-way cannot keep a request open for ever. */
async function readInTime(read: BodyReader, { maxBytes, timeoutSeconds }: BodyLimits): Promise<Uint8Array> {
  const reading = new AbortController()
  return withDeadline(read(maxBytes, reading.signal), timeoutSeconds * 1000, () => {
    const late = failure("body_timeout", `The body did not arrive within ${timeoutSeconds} s.`)
    reading.abort(late)
    return late
  })
}

export async function readBody(source: Uint8Array | BodyReader, limits: BodyLimits): Promise<Uint8Array> {
  const body = typeof source === "function" ? await readInTime(source, limits) : source
  if (isBytes(body) && body.byteLength > limits.maxBytes) throw tooLarge(limits.maxBytes)
  return body
}
