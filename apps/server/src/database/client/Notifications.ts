const notificationResponse = 0x41
const headerLength = 5

/** Passes the `NotificationResponse` messages in the backend's output to the listeners of their channel. */
export class Notifications {
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()
  #partial: Buffer = Buffer.alloc(0)
  /** Bytes left of a message of another kind: buffering a large row piece by piece would take quadratic time. */
  #skip = 0

  add(channel: string, listener: (payload: string) => void): void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
  }

  remove(channel: string, listener: (payload: string) => void): void {
    const listeners = this.#listeners.get(channel)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#listeners.delete(channel)
  }

  scan(output: Buffer): void {
    const data = this.#partial.length === 0 ? output : Buffer.concat([this.#partial, output])
    let at = Math.min(this.#skip, data.length)
    this.#skip -= at
    while (data.length - at >= headerLength) {
      const end = at + 1 + data.readInt32BE(at + 1)
      const isNotification = data[at] === notificationResponse
      if (end > data.length) {
        if (isNotification) break
        this.#skip = end - data.length
        at = data.length
        break
      }
      if (isNotification) this.#publish(data.subarray(at + 9, end))
      at = end
    }
    this.#partial = data.subarray(at)
  }

  #publish(body: Buffer): void {
    const channelEnd = body.indexOf(0)
    const channel = body.toString("utf8", 0, channelEnd)
    const payload = body.toString("utf8", channelEnd + 1, body.length - 1)
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }
}
