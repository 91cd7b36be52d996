/** The server's side of PGlite's thread: lives as long as its scope and handles one request at a time. */
import { Deferred, Effect, Schema } from "effect"
import { Worker } from "node:worker_threads"
import { NotOpened } from "./DataDir.ts"
import type { FromPglite, PgliteStorage, ToPglite } from "./PgliteMessages.ts"

const program = new URL("./PgliteWorker.ts", import.meta.url)

/** How long a stop waits for the running statement. Like `kill -9`, terminating it loses nothing committed. */
const closeTimeout = "20 seconds"

/** The thread ended without being closed; its running statement is rolled back. */
export class PgliteLost extends Schema.TaggedError<PgliteLost>()("PgliteLost", { reason: Schema.String }) {
  override get message(): string {
    return `PGlite's thread has ended: ${this.reason}`
  }
}

interface Exchange {
  readonly onOutput: (data: Buffer) => void
  readonly end: (error?: PgliteLost) => void
}

export class PgliteThread {
  readonly #worker: Worker
  readonly #lost = Deferred.makeUnsafe<never, PgliteLost>()
  #error: PgliteLost | undefined
  #current: Exchange | undefined
  #queue: Promise<void> = Promise.resolve()
  #isClosing = false

  /** `worker` must have opened its database. */
  constructor(worker: Worker) {
    this.#worker = worker
    worker.on("message", (message: FromPglite) => this.#receive(message))
    worker.on("error", (cause) => this.#lose(cause instanceof Error ? cause.message : String(cause)))
    worker.on("exit", (code) => this.#lose(`exit code ${code}`))
  }

  /** Fails when the thread ends without being closed. */
  get lost(): Effect.Effect<never, PgliteLost> {
    return Deferred.await(this.#lost)
  }

  /**
   * Sends messages and receives the whole answer, after all earlier exchanges. An exchange that is no longer wanted when
   * its turn comes is skipped. Rejects with `PgliteLost`.
   */
  exchange(packet: Uint8Array, onOutput: (data: Buffer) => void, isWanted: () => boolean): Promise<void> {
    const done = this.#queue.then(() => (isWanted() ? this.#send(packet, onOutput) : undefined))
    this.#queue = done.catch(() => undefined)
    return done
  }

  /** Waits for the running statement and flushes the storage. */
  readonly close = Effect.suspend(() => {
    if (this.#error !== undefined) return Effect.void
    this.#isClosing = true
    const ended = Effect.callback<void>((resume) => {
      this.#worker.once("exit", () => resume(Effect.void))
      void this.#queue.then(() => this.#post({ _tag: "Close" }))
    })
    return Effect.timeoutOrElse(ended, {
      duration: closeTimeout,
      orElse: () => Effect.promise(() => this.#worker.terminate())
    })
  })

  #send(packet: Uint8Array, onOutput: (data: Buffer) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#error !== undefined) return reject(this.#error)
      this.#current = { onOutput, end: (error) => (error === undefined ? resolve() : reject(error)) }
      // A copy: the driver's bytes are part of a larger buffer, which cannot be transferred.
      const copy = new Uint8Array(packet)
      this.#post({ _tag: "Exchange", packet: copy }, [copy.buffer])
    })
  }

  #post(message: ToPglite, transfer: ReadonlyArray<ArrayBuffer> = []) {
    this.#worker.postMessage(message, transfer)
  }

  #receive(message: FromPglite) {
    if (message._tag === "Aborted") this.#lose("PostgreSQL gave up (PANIC); the disk may be full, or its files damaged")
    if (message._tag !== "Output" && message._tag !== "Done") return
    const { data } = message
    if (data.length > 0) this.#current?.onOutput(Buffer.from(data.buffer))
    if (message._tag === "Output") return
    this.#current?.end()
    this.#current = undefined
  }

  #lose(reason: string) {
    if (this.#error !== undefined) return
    this.#error = new PgliteLost({ reason })
    this.#current?.end(this.#error)
    this.#current = undefined
    if (!this.#isClosing) Deferred.doneUnsafe(this.#lost, Effect.fail(this.#error))
  }
}

const started = (storage: PgliteStorage) =>
  Effect.callback<PgliteThread, NotOpened>((resume) => {
    const worker = new Worker(program, { name: "pglite", workerData: storage })
    const fail = (reason: string) => resume(Effect.fail(new NotOpened({ reason })))
    worker.once("message", (message: FromPglite) =>
      message._tag === "NotOpened" ? fail(message.reason) : resume(Effect.succeed(new PgliteThread(worker)))
    )
    worker.once("error", (cause) => fail(cause instanceof Error ? cause.message : String(cause)))
    worker.once("exit", (code) => fail(`exit code ${code}`))
    return Effect.promise(() => worker.terminate())
  })

/** Opens the storage in its own thread until the scope closes. */
export const startThread = (storage: PgliteStorage) => Effect.acquireRelease(started(storage), ({ close }) => close)
