/** PGlite's thread as the server's thread sees it: opened and closed with a scope, asked one thing at a time. */
import { Deferred, Effect, Schema } from "effect"
import { Worker } from "node:worker_threads"
import type { FromPglite, PgliteStorage, ToPglite } from "./PgliteMessages.ts"

const program = new URL("./PgliteWorker.ts", import.meta.url)

/** A stop waits so long for the statement under way. Cutting it off is what `kill -9` does, and loses nothing committed. */
const closeTimeout = "20 seconds"

/** PGlite could not open its storage. */
export class NotOpened extends Schema.TaggedError<NotOpened>()("NotOpened", { reason: Schema.String }) {}

/** The thread has ended although nobody closed it; whatever it was doing is undone. */
export class PgliteLost extends Schema.TaggedError<PgliteLost>()("PgliteLost", { reason: Schema.String }) {
  override get message(): string {
    return `PGlite's thread has ended: ${this.reason}`
  }
}

interface Turn {
  readonly onOutput: (data: Buffer) => void
  readonly end: (error?: PgliteLost) => void
}

export class PgliteThread {
  readonly #worker: Worker
  readonly #lost = Deferred.makeUnsafe<never, PgliteLost>()
  #error: PgliteLost | undefined
  #turn: Turn | undefined
  #queue: Promise<void> = Promise.resolve()
  #isClosing = false

  /** Over a worker that has opened its database. */
  constructor(worker: Worker) {
    this.#worker = worker
    worker.on("message", (message: FromPglite) => this.#hear(message))
    worker.on("error", (cause) => this.#lose(cause instanceof Error ? cause.message : String(cause)))
    worker.on("exit", (code) => this.#lose(`exit code ${code}`))
  }

  /** Fails when the thread ends by itself. */
  get lost(): Effect.Effect<never, PgliteLost> {
    return Deferred.await(this.#lost)
  }

  /**
   * Sends messages and hears the whole answer, after everyone who came before. What nobody wants any more when its turn
   * comes is never begun. Rejects with `PgliteLost`.
   */
  exchange(packet: Uint8Array, onOutput: (data: Buffer) => void, isWanted: () => boolean): Promise<void> {
    const mine = this.#queue.then(() => (isWanted() ? this.#ask(packet, onOutput) : undefined))
    this.#queue = mine.catch(() => undefined)
    return mine
  }

  /** Ends what is under way and stores everything. */
  readonly close = Effect.suspend(() => {
    if (this.#error !== undefined) return Effect.void
    this.#isClosing = true
    const ended = Effect.callback<void>((resume) => {
      this.#worker.once("exit", () => resume(Effect.void))
      void this.#queue.then(() => this.#send({ _tag: "Close" }))
    })
    return Effect.timeoutOrElse(ended, {
      duration: closeTimeout,
      orElse: () => Effect.promise(() => this.#worker.terminate())
    })
  })

  #ask(packet: Uint8Array, onOutput: (data: Buffer) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#error !== undefined) return reject(this.#error)
      this.#turn = { onOutput, end: (error) => (error === undefined ? resolve() : reject(error)) }
      // A copy: the driver's bytes are part of a larger buffer, which cannot be handed over.
      const own = new Uint8Array(packet)
      this.#send({ _tag: "Exchange", packet: own }, [own.buffer])
    })
  }

  #send(message: ToPglite, transfer: ReadonlyArray<ArrayBuffer> = []) {
    this.#worker.postMessage(message, transfer)
  }

  #hear(message: FromPglite) {
    if (message._tag === "Aborted") this.#lose("PostgreSQL gave up (PANIC); the disk may be full, or its files damaged")
    if (message._tag !== "Output" && message._tag !== "Done") return
    const { data } = message
    if (data.length > 0) this.#turn?.onOutput(Buffer.from(data.buffer))
    if (message._tag === "Output") return
    this.#turn?.end()
    this.#turn = undefined
  }

  #lose(reason: string) {
    if (this.#error !== undefined) return
    this.#error = new PgliteLost({ reason })
    this.#turn?.end(this.#error)
    this.#turn = undefined
    if (!this.#isClosing) Deferred.doneUnsafe(this.#lost, Effect.fail(this.#error))
  }
}

const started = (storage: PgliteStorage) =>
  Effect.callback<PgliteThread, NotOpened>((resume) => {
    const worker = new Worker(program, { name: "pglite", workerData: storage })
    const refuse = (reason: string) => resume(Effect.fail(new NotOpened({ reason })))
    worker.once("message", (message: FromPglite) =>
      message._tag === "NotOpened" ? refuse(message.reason) : resume(Effect.succeed(new PgliteThread(worker)))
    )
    worker.once("error", (cause) => refuse(cause instanceof Error ? cause.message : String(cause)))
    worker.once("exit", (code) => refuse(`exit code ${code}`))
    return Effect.promise(() => worker.terminate())
  })

/** Opens the storage in a thread of its own, until the scope closes. */
export const startThread = (storage: PgliteStorage) => Effect.acquireRelease(started(storage), ({ close }) => close)
