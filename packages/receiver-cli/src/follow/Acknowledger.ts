import { UsageError } from "../Terminal.ts"
import { backoffMs, pause } from "./Backoff.ts"
import type { HeddleApi } from "./HeddleApi.ts"

const atOnce = 100
/** Each call is a line of the usage history. */
const gatherMs = 500
const finishMs = 3_000

/** Acknowledges events in groups, and again until the service has answered. */
export class Acknowledger {
  readonly #api: HeddleApi
  readonly #waiting: Set<string> = new Set()
  #running: Promise<void> | null = null

  constructor(api: HeddleApi) {
    this.#api = api
  }

  add(eventId: string, stop: AbortSignal): void {
    this.#waiting.add(eventId)
    this.#running ??= this.#run(stop).finally(() => (this.#running = null))
  }

  /** Sends what is left, for a short time. Returns how many events could not be acknowledged. */
  async finish(): Promise<number> {
    const deadline = Date.now() + finishMs
    const waiting = new AbortController()
    await Promise.race([this.#running, pause(finishMs, waiting.signal)])
    waiting.abort()
    while (this.#waiting.size > 0 && Date.now() < deadline && (await this.#send())) continue
    return this.#waiting.size
  }

  async #run(stop: AbortSignal): Promise<void> {
    let failures = 0
    await pause(gatherMs, stop)
    while (this.#waiting.size > 0 && !stop.aborted) {
      failures = (await this.#send()) ? 0 : failures + 1
      await pause(failures === 0 ? gatherMs : backoffMs(failures, gatherMs, 15_000), stop)
    }
  }

  async #send(): Promise<boolean> {
    const ids = [...this.#waiting].slice(0, atOnce)
    try {
      await this.#api.acknowledge(ids)
    } catch (error) {
      // The stream ends for the same reason, and says so.
      if (!(error instanceof UsageError)) return false
    }
    for (const id of ids) this.#waiting.delete(id)
    return true
  }
}
