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
