import type { EventHandler, Handles } from "@heddle/receiver"
import { backoffMs, pause } from "./Backoff.ts"
import { post } from "./Forward.ts"
import type { ListenReport } from "./ListenReport.ts"

/** One event of the stream, as it would have come by POST. */
export interface Delivery {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly receivedAtMs: number
}

const isText = (value: unknown): value is string => typeof value === "string"

/** Null for what is no delivery. */
export function readDelivery(id: string | null, data: string): Delivery | null {
  const message: unknown = JSON.parse(data)
  if (id === null || typeof message !== "object" || message === null) return null
  const { headers, body }: { headers?: unknown; body?: unknown } = message
  if (!isText(body) || typeof headers !== "object" || headers === null) return null
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => isText(entry[1]))
  return { id, headers: Object.fromEntries(entries), body: new TextEncoder().encode(body), receivedAtMs: Date.now() }
}

/** Deliveries that wait to be forwarded, in order. The service sends a bounded number before it wants acknowledgements. */
export class Deliveries {
  #waiting: Array<Delivery> = []
  #wake: (() => void) | null = null

  add(delivery: Delivery): void {
    this.#waiting.push(delivery)
    this.#wake?.()
  }

  clear(): void {
    this.#waiting = []
  }

  /** Null once the signal aborts. */
  async next(signal: AbortSignal): Promise<Delivery | null> {
    while (!signal.aborted) {
      const first = this.#waiting.shift()
      if (first !== undefined) return first
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener("abort", wake)
          resolve()
        }
        this.#wake = wake
        signal.addEventListener("abort", wake)
      })
      this.#wake = null
    }
    return null
  }
}

/** Less than the 5 minutes after which receivers refuse a signature. */
const maxAgeMs = 240_000
/** After an answer that is not 2xx. While nothing answers at all, there is no limit. */
const maxRetries = 5
const firstWaitMs = 1_000
const maxWaitMs = 15_000

export type Forwarded = "done" | "left" | "too old" | "stopped"

/** What became of the attempt that the receiver's handler made. */
interface Attempt {
  readonly reached: boolean
}

interface ForwarderOptions {
  readonly url: URL
  readonly report: ListenReport
  readonly stop: AbortSignal
  readonly say: (line: string) => void
}

/** Hands one delivery after the other to the app, each as often as it takes. */
export class Forwarder {
  readonly #options: ForwarderOptions
  #delivery: Delivery | null = null
  #attempt: Attempt | null = null

  constructor(options: ForwarderOptions) {
    this.#options = options
  }

  /** For the receiver: it has verified the event, and acknowledges what does not throw. */
  readonly handle: EventHandler = async (event, context) => {
    const { url, report } = this.#options
    const delivery = this.#delivery
    if (delivery === null) throw new Error("There is no delivery.")
    const result = await post(url, Object.entries(delivery.headers), context.rawBody)
    this.#attempt = { reached: result.reached }
    if (result.ok) return report.event("handled", event, context, `${url.href} answered ${result.status}`)
    if (result.reached) report.event("failed", event, context, result.problem)
    throw new Error(result.problem)
  }

  async forward(delivery: Delivery, receiver: Handles): Promise<Forwarded> {
    const { url, stop, say } = this.#options
    let refusals = 0
    let unreached = 0
    while (!stop.aborted) {
      if (Date.now() - delivery.receivedAtMs > maxAgeMs) return "too old"
      this.#delivery = delivery
      this.#attempt = null
      const { status } = await receiver.handle({ headers: delivery.headers, body: delivery.body })
      if (status === 200) {
        if (unreached > 0) say(`${url.href} answers again`)
        return "done"
      }
      // The receiver itself refused it.
      if (this.#attempt === null) return "left"
      const { reached }: Attempt = this.#attempt
      if (reached && refusals === maxRetries) return "left"
      if (!reached && unreached === 0) say(`nothing answers at ${url.href}; trying again until something does`)
      const attempt = reached ? refusals++ : unreached++
      await pause(backoffMs(attempt, firstWaitMs, maxWaitMs), stop)
    }
    return "stopped"
  }
}
