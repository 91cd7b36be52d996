/** The part of a response's body that is kept. */
export const maxBodyBytes = 16 * 1_024

/** Copies what it keeps: a chunk of one byte would hold a whole read buffer. */
export class BoundedBody {
  #bytes = Buffer.alloc(0)
  #size = 0

  /** False when there is more than it keeps. */
  add(chunk: Uint8Array): boolean {
    const size = Math.min(maxBodyBytes, this.#size + chunk.length)
    const fits = this.#size + chunk.length <= maxBodyBytes
    if (size > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(maxBodyBytes, Math.max(size, 2 * this.#bytes.length)))
      grown.set(this.#bytes.subarray(0, this.#size))
      this.#bytes = grown
    }
    this.#bytes.set(chunk.subarray(0, size - this.#size), this.#size)
    this.#size = size
    return fits
  }

  /** Without a last character that was cut in two. */
  text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#size), { stream: true })
  }
}
