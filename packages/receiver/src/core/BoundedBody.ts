import { concatBytes, isBytes } from "./Bytes.ts"
import { failure } from "./Failure.ts"

export const tooLarge = (maxBytes: number) => failure("body_too_large", `The body is larger than ${maxBytes} bytes.`)

/** Collects chunks and refuses the one that would exceed the limit, whatever Content-Length claimed. */
export class BoundedBody {
  readonly #chunks: Array<Uint8Array> = []
  readonly #maxBytes: number
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(chunk: unknown): void {
    if (!isBytes(chunk)) {
      throw failure("body_consumed", "The body arrives as decoded text, not as bytes.")
    }
    this.#length += chunk.byteLength
    if (this.#length > this.#maxBytes) {
      this.#chunks.length = 0
      throw tooLarge(this.#maxBytes)
    }
    this.#chunks.push(chunk)
  }

  bytes(): Uint8Array {
    return concatBytes(this.#chunks)
  }
}
