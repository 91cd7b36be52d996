import { isBytes } from "./Bytes.ts"
import { failure } from "./Failure.ts"

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
