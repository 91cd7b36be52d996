import { failure } from "./Errors.ts"
import type { HeaderSource } from "./Header.ts"

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

/** Bytes from another realm are bytes too, which `instanceof` alone would deny. */
export const isBytes = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array ||
  (ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]")

export const tooLarge = (maxBytes: number) => failure("body_too_large", `The body is larger than ${maxBytes} bytes.`)

/**
 * Collects chunks and refuses the one that would exceed the limit, whatever Content-Length claimed. Copies them into one
 * buffer that doubles: kept one by one, a body sent a byte at a time would take a hundred times its size.
 */
export class BoundedBody {
  readonly #maxBytes: number
  #collected: Uint8Array = new Uint8Array()
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(chunk: unknown): void {
    if (!isBytes(chunk)) {
      throw failure("body_consumed", "The body arrives as decoded text, not as bytes.")
    }
    const length = this.#length + chunk.byteLength
    if (length > this.#maxBytes) {
      this.#collected = new Uint8Array()
      throw tooLarge(this.#maxBytes)
    }
    if (length > this.#collected.byteLength) this.#grow(length)
    this.#collected.set(chunk, this.#length)
    this.#length = length
  }

  bytes(): Uint8Array {
    return this.#collected.subarray(0, this.#length)
  }

  /** At first to what is needed, as most events come in one chunk. */
  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(length, Math.min(2 * this.#collected.byteLength, this.#maxBytes)))
    grown.set(this.bytes())
    this.#collected = grown
  }
}

/** Rejects with what `late` makes unless `work` settles in time. What `work` does after that is nobody's concern. */
export async function withDeadline<A>(work: Promise<A>, ms: number, late: () => Error): Promise<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
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
