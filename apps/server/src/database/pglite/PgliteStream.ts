import { Duplex } from "node:stream"
import type { Notifications } from "../client/Notifications.ts"
import type { PgliteThread } from "./PgliteThread.ts"

const startupCode = { cancel: 80877102, ssl: 80877103 } as const
const kind = { query: 0x51, sync: 0x53, flush: 0x48, terminate: 0x58 } as const

/** A batch is complete messages up to one that the backend answers. */
type Frontend =
  | { readonly _tag: "Startup"; readonly packet: Buffer }
  | { readonly _tag: "Batch"; readonly packet: Buffer }
  | { readonly _tag: "SslRequest" }
  | { readonly _tag: "End" }

/** Splits the client's bytes into units that PGlite can process at once. */
class FrontendMessages {
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

/** The one backend that all streams of a client share. */
export interface Backend {
  readonly thread: PgliteThread
  readonly notifications: Notifications
  /** Whether a session has started before: the next one must clean up after it. */
  used: boolean
}

/** Drops what a broken session may have left behind; a server drops it with the connection. */
const cleanUp = "ROLLBACK; DEALLOCATE ALL; RESET ALL; CLOSE ALL; SELECT pg_advisory_unlock_all()"

/** Sync, then Query: after a batch that failed half way, the backend ignores everything up to a Sync. */
const cleanUpPacket = (() => {
  const query = Buffer.from(`${cleanUp}\0`)
  const packet = Buffer.from([0x53, 0, 0, 0, 4, 0x51, 0, 0, 0, 0])
  packet.writeInt32BE(4 + query.length, 6)
  return Buffer.concat([packet, query])
})()

/** Stands in for the driver's socket: PostgreSQL's wire protocol to and from PGlite's thread. */
export class PgliteStream extends Duplex {
  readonly #backend: Backend
  readonly #input = new FrontendMessages()
  #draining = false

  constructor(backend: Backend) {
    super()
    this.#backend = backend
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    this.#input.add(chunk)
    done()
    void this.#drain()
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  async #drain() {
    if (this.#draining) return
    this.#draining = true
    try {
      for (let message = this.#input.next(); message !== undefined; message = this.#input.next()) {
        if (this.destroyed) return
        await this.#handle(message)
      }
    } catch (cause) {
      this.destroy(cause instanceof Error ? cause : new Error(String(cause)))
    } finally {
      this.#draining = false
    }
  }

  async #handle(message: Frontend) {
    switch (message._tag) {
      case "SslRequest":
        this.push(Buffer.from("N"))
        return
      case "End":
        // A server hangs up too, which is what a client waits for after a cancel request.
        this.destroy()
        return
      case "Startup":
        if (this.#backend.used) await this.#exchange(cleanUpPacket, () => undefined)
        this.#backend.used = true
        return this.#exchange(message.packet, (data) => this.push(data))
      case "Batch":
        return this.#exchange(message.packet, (data) => this.push(data))
    }
  }

  /** Skips what a broken session has sent and PGlite has not started. */
  #exchange(packet: Buffer, onAnswer: (data: Buffer) => void) {
    const { thread, notifications } = this.#backend
    return thread.exchange(
      packet,
      (data) => {
        notifications.scan(data)
        if (!this.destroyed) onAnswer(data)
      },
      () => !this.destroyed
    )
  }
}
