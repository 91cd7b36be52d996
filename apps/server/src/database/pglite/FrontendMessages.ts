const startupCode = { cancel: 80877102, ssl: 80877103 } as const
const kind = { query: 0x51, sync: 0x53, flush: 0x48, terminate: 0x58 } as const

/** A batch is complete messages up to one that the backend answers. */
export type Frontend =
  | { readonly _tag: "Startup"; readonly packet: Buffer }
  | { readonly _tag: "Batch"; readonly packet: Buffer }
  | { readonly _tag: "SslRequest" }
  | { readonly _tag: "End" }

/** Splits the client's bytes into units that PGlite can process at once. */
export class FrontendMessages {
  #input: Buffer = Buffer.alloc(0)
  #state: "startup" | "messages" | "ended" = "startup"

  add(chunk: Buffer): void {
    this.#input = this.#input.length === 0 ? chunk : Buffer.concat([this.#input, chunk])
  }

  next(): Frontend | undefined {
    switch (this.#state) {
      case "startup":
        return this.#nextStartup()
      case "messages":
        return this.#nextBatch()
      case "ended":
        return undefined
    }
  }

  #nextStartup(): Frontend | undefined {
    if (this.#input.length < 8) return undefined
    const length = this.#input.readInt32BE(0)
    if (this.#input.length < length) return undefined
    const packet = this.#take(length)
    switch (packet.readInt32BE(4)) {
      // PGlite cannot cancel: it runs a statement to its end before it reads anything else.
      case startupCode.cancel:
        return this.#end()
      case startupCode.ssl:
        return { _tag: "SslRequest" }
    }
    this.#state = "messages"
    return { _tag: "Startup", packet }
  }

  #nextBatch(): Frontend | undefined {
    let end = 0
    while (this.#input.length - end >= 5) {
      const messageKind = this.#input[end]
      const next = end + 1 + this.#input.readInt32BE(end + 1)
      if (next > this.#input.length) return undefined
      if (messageKind === kind.terminate) return this.#end()
      end = next
      if (messageKind === kind.sync || messageKind === kind.query || messageKind === kind.flush) {
        return { _tag: "Batch", packet: this.#take(end) }
      }
    }
    // PGlite answers any input with ReadyForQuery, so an incomplete batch must wait for its Sync.
    return undefined
  }

  #end(): Frontend {
    this.#state = "ended"
    return { _tag: "End" }
  }

  #take(length: number): Buffer {
    const taken = this.#input.subarray(0, length)
    this.#input = this.#input.subarray(length)
    return taken
  }
}
