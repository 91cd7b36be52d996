import { Duplex } from "node:stream"
import { type Frontend, FrontendMessages } from "./FrontendMessages.ts"
import type { Notifications } from "../client/Notifications.ts"
import type { PgliteThread } from "./PgliteThread.ts"

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
