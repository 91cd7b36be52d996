import { messageOf, UsageError } from "../Terminal.ts"
import { backoffMs, pause } from "./Backoff.ts"
import { type Delivery, readDelivery } from "./Forwarder.ts"
import { EventStreamParser, type StreamMessage } from "./EventStreamParser.ts"
import { type HeddleApi, TryAgain } from "./HeddleApi.ts"

/** The service sends something every 10 s, so this much silence means that the connection is dead. */
const silenceMs = 30_000
const firstWaitMs = 500
const maxWaitMs = 15_000
/** Longer than the lease of a stream whose server died. */
const conflictMs = 20_000

const endings: Readonly<Record<string, string>> = {
  replaced: "Another listener has taken over this endpoint.",
  key_revoked: "The API key is not valid any more.",
  plan_ended: "The account's plan has no webhooks any more.",
  endpoint_deleted: "The endpoint was deleted."
}

export interface ConnectionOptions {
  readonly api: HeddleApi
  readonly consumer: string
  readonly takeOver: boolean
  readonly since: string | null
  readonly stop: AbortSignal
  readonly onDelivery: (delivery: Delivery) => void
  /** One line about the connection. */
  readonly say: (line: string) => void
}

const reasonOf = (data: string): string => {
  const message: unknown = JSON.parse(data)
  return typeof message === "object" && message !== null ? String(Reflect.get(message, "reason")) : ""
}

/** Keeps a stream open until it is stopped or the service ends it for good, which is an error. */
export class Connection {
  readonly #options: ConnectionOptions
  #lastEventId: string | null = null
  #since: string | null
  #current = new AbortController()
  #attempt = 0
  #isConnected = false
  #conflictSince: number | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#since = options.since
  }

  /** Connects again, from the first event that was not acknowledged. */
  startOver(): void {
    this.#lastEventId = null
    this.#current.abort(new Error("signed too long ago"))
  }

  async run(): Promise<void> {
    const { stop, say } = this.#options
    const end = () => this.#current.abort(new Error("stopped"))
    stop.addEventListener("abort", end)
    while (!stop.aborted) {
      this.#current = new AbortController()
      try {
        await this.#follow(this.#current.signal)
      } catch (error) {
        if (error instanceof UsageError) throw error
        if (stop.aborted) break
        this.#judge(error)
        if (this.#isConnected || this.#attempt === 0) say(`the stream ended (${messageOf(error)}); connecting again`)
        this.#isConnected = false
      }
      await pause(backoffMs(this.#attempt, firstWaitMs, maxWaitMs), stop)
      this.#attempt += 1
    }
    stop.removeEventListener("abort", end)
  }

  /** Somebody else's stream may be one whose server died a moment ago. */
  #judge(error: unknown): void {
    if (!(error instanceof TryAgain && error.status === 409)) {
      this.#conflictSince = null
      return
    }
    this.#conflictSince ??= Date.now()
    if (Date.now() - this.#conflictSince > conflictMs) {
      throw new UsageError(`${error.message} Here, --take-over does that.`)
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { api, consumer, takeOver } = this.#options
    const watchdog = this.#watch()
    try {
      const wanted = { consumer, takeOver: takeOver && this.#attempt === 0, since: this.#since }
      const response = await api.stream({ ...wanted, lastEventId: this.#lastEventId }, signal)
      if (response.body === null) throw new Error("the stream has no body")
      this.#connected()
      const parser = new EventStreamParser()
      const reader = response.body.getReader()
      while (true) {
        const { done, value } = await reader.read()
        if (done) throw new Error("the service closed it")
        watchdog.reset()
        for (const message of parser.push(value)) this.#receive(message)
      }
    } finally {
      watchdog.end()
    }
  }

  #connected(): void {
    if (this.#isConnected === false && this.#attempt > 0) this.#options.say("connected again")
    this.#isConnected = true
    this.#attempt = 0
    this.#conflictSince = null
    // The service has begun there; from now on it remembers what was acknowledged.
    this.#since = null
  }

  #receive({ id, event, data }: StreamMessage): void {
    if (event === "end") {
      const reason = reasonOf(data)
      const ending = endings[reason]
      if (ending !== undefined) throw new UsageError(ending)
      throw new Error("the service is stopping")
    }
    if (event !== "delivery") return
    const delivery = readDelivery(id, data)
    if (delivery === null) return
    this.#lastEventId = delivery.id
    this.#options.onDelivery(delivery)
  }

  /** Timers stand still while a laptop sleeps, so time is read from the clock. */
  #watch() {
    const current = this.#current
    let heardAt = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - heardAt > silenceMs) current.abort(new Error("no sign of life for 30 s"))
    }, 1_000)
    return { reset: () => void (heardAt = Date.now()), end: () => clearInterval(timer) }
  }
}
