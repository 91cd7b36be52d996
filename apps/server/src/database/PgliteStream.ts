import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"
import { type Frontend, FrontendMessages } from "./FrontendMessages.ts"
import type { Notifications } from "./Notifications.ts"

/** The one backend that all streams of a client share. */
export interface Backend {
  readonly db: PGlite
  readonly notifications: Notifications
  /** Set once a session has begun: the next one must clean up after it. */
  used: boolean
}

/** A broken session may have left all of these behind, and a server would have dropped them with its connection. */
const cleanUp = "ROLLBACK; DEALLOCATE ALL; RESET ALL; CLOSE ALL; SELECT pg_advisory_unlock_all()"

/** The socket the driver believes to have: PostgreSQL's wire protocol to and from PGlite in this process. */
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
        this.push(null)
        return
      case "Startup":
        if (this.#backend.used) await this.#backend.db.exec(cleanUp)
        this.#backend.used = true
        return this.#exchange(message.packet)
      case "Batch":
        return this.#exchange(message.packet)
    }
  }

  #exchange(packet: Buffer) {
    const { db, notifications } = this.#backend
    return db.runExclusive(() =>
      db.execProtocolRawStream(new Uint8Array(packet), {
        onRawData: (data) => {
          // PGlite's bytes are a view into WASM memory that the next message overwrites.
          const output = Buffer.from(data)
          notifications.scan(output)
          if (!this.destroyed) this.push(output)
        }
      })
    )
  }
}
