import { createReceiver, type Receiver } from "@heddle/receiver"
import { randomUUID } from "node:crypto"
import { type ExitCode, exitCodes, messageOf, type Terminal, UsageError } from "../Terminal.ts"
import type { ListenReport } from "./ListenReport.ts"
import { backoffMs, pause } from "./Backoff.ts"
import { Connection } from "./Connection.ts"
import { Deliveries, type Delivery, Forwarder } from "./Forwarder.ts"
import type { FollowOptions } from "./ListenOptions.ts"
import { HeddleApi } from "./HeddleApi.ts"

const atOnce = 100
/** Each call is a line of the usage history. */
const gatherMs = 500
const finishMs = 3_000

/** Acknowledges events in groups, and again until the service has answered. */
class Acknowledger {
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

/** Waits for a service that does not answer yet. */
async function readSecret(api: HeddleApi, terminal: Terminal): Promise<string | null> {
  for (let attempt = 0; !terminal.stop.aborted; attempt += 1) {
    try {
      return await api.secret()
    } catch (error) {
      if (error instanceof UsageError) throw error
      if (attempt === 0) terminal.err(`heddle-receiver: Heddle does not answer (${messageOf(error)}); trying again`)
      await pause(backoffMs(attempt, 500, 15_000), terminal.stop)
    }
  }
  return null
}

/** Verifies with the endpoint's secret, and with a newer one after a rotation. */
class Verifying {
  readonly #api: HeddleApi
  readonly #make: (secret: string) => Receiver
  #secret: string
  #receiver: Receiver

  constructor(api: HeddleApi, secret: string, make: (secret: string) => Receiver) {
    this.#api = api
    this.#make = make
    this.#secret = secret
    this.#receiver = make(secret)
  }

  readonly handle: Receiver["handle"] = async (request) => {
    const reply = await this.#receiver.handle(request)
    if (reply.code !== "no_match") return reply
    const secret = await this.#api.secret().catch(() => this.#secret)
    if (secret === this.#secret) return reply
    this.#secret = secret
    this.#receiver = this.#make(secret)
    return this.#receiver.handle(request)
  }
}

/** Passes an endpoint's events on to a local address, without a public one. */
export async function follow(options: FollowOptions, report: ListenReport, terminal: Terminal): Promise<ExitCode> {
  const api = new HeddleApi(options.baseUrl, options.endpoint, options.apiKey)
  const secret = await readSecret(api, terminal)
  if (secret === null) return exitCodes.success
  const say = (line: string) => terminal.err(`heddle-receiver: ${line}`)
  const seen = { handled: 0, duplicates: 0, left: 0 }
  const ended = new AbortController()
  const end = () => ended.abort()
  if (terminal.stop.aborted) end()
  terminal.stop.addEventListener("abort", end)
  const stop = ended.signal

  const deliveries = new Deliveries()
  const acknowledger = new Acknowledger(api)
  const forwarder = new Forwarder({ url: options.forwardTo, report, stop, say })
  const verifying = new Verifying(api, secret, (value) =>
    createReceiver({
      secrets: [value],
      handler: async (event, context) => {
        await forwarder.handle(event, context)
        seen.handled += 1
      },
      onDuplicate: (event, context) => {
        seen.duplicates += 1
        report.event("duplicate", event, context, "acknowledged, not forwarded again")
      },
      onError: (error) => {
        if (error.code !== "handler_failed") report.refused(error, null)
      }
    })
  )
  const connection = new Connection({
    api,
    consumer: randomUUID(),
    takeOver: options.takeOver,
    since: options.since,
    stop,
    onDelivery: (delivery) => deliveries.add(delivery),
    say
  })

  const settle = async (delivery: Delivery) => {
    const outcome = await forwarder.forward(delivery, verifying)
    if (outcome === "done") acknowledger.add(delivery.id, stop)
    if (outcome === "left") {
      seen.left += 1
      say(`${delivery.id} is left: it comes again when you listen again`)
    }
    if (outcome === "too old") {
      // Whatever else waits is as old. What the service sends again has a new signature.
      deliveries.clear()
      connection.startOver()
    }
  }
  const forwardAll = async () => {
    for (let next = await deliveries.next(stop); next !== null; next = await deliveries.next(stop)) await settle(next)
  }

  terminal.err(
    `heddle-receiver passes the events of ${options.endpoint} on to ${options.forwardTo.href}; Ctrl-C ends it`
  )
  try {
    await Promise.all([connection.run().finally(end), forwardAll()])
  } finally {
    const unknown = await acknowledger.finish()
    if (unknown > 0) say(`${unknown} events could not be acknowledged; they come again`)
    terminal.err(`forwarded ${seen.handled}, repeats ${seen.duplicates}, left ${seen.left}`)
  }
  return exitCodes.success
}
