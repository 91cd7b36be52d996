/**
 * Stands in for Stripe: its world, its endpoints and its events. Calls can fail before or after they took effect; events
 * are lost, doubled, delayed and so reordered, all by a seed.
 */
import { Stripe } from "stripe"
import { randomFrom } from "../../../../../test/support/Seeds.ts"
import { showCharge, showDispute, showInvoice, showSession, showSubscription } from "./StripeObjects.ts"
import { type ApiAnswer, type ApiRequest, makeApi, refused } from "./StripeRoutes.ts"
import { StripeWorld } from "./StripeWorld.ts"

export interface StandInOptions {
  readonly seed: number
  /** From 0 to 1: the shares of checkouts never paid, and of attempts to collect a month that the bank declines. */
  readonly neverPaid: number
  readonly declined: number
  /** A subscription ends after so many attempts to collect a month. */
  readonly attempts: number
  /** A checkout that customers pay by themselves is paid within this time; never when undefined. */
  readonly payWithinMillis: number | undefined
  readonly lost: number
  readonly doubled: number
  readonly delayWithinMillis: number
  /** The shares of calls that fail before they did anything, and after. */
  readonly failedBefore: number
  readonly failedAfter: number
}

/** A Stripe without a fault, whose customers pay only when the test says so. */
export const faultless: StandInOptions = {
  seed: 1,
  neverPaid: 0,
  declined: 0,
  attempts: 4,
  payWithinMillis: undefined,
  lost: 0,
  doubled: 0,
  delayWithinMillis: 0,
  failedBefore: 0,
  failedAfter: 0
}

export const webhookSecret = "whsec_of_the_stand_in"

export interface SignedEvent {
  readonly body: string
  readonly headers: { readonly "stripe-signature": string }
}

const hash = (seed: number, name: string): number => {
  let mixed = seed
  for (let index = 0; index < name.length; index += 1) mixed = Math.imul(mixed ^ name.charCodeAt(index), 0x0100_0193)
  return mixed
}

/** Signs with the library's own helper, at the time at which it is sent. */
export const signEvent = (event: object, atMillis: number): SignedEvent => {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(atMillis / 1_000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp })
  return { body, headers: { "stripe-signature": signature } }
}

export class StripeStandIn {
  readonly world: StripeWorld
  options: StandInOptions
  private readonly api: (request: ApiRequest) => ApiAnswer
  private undelivered: Array<{ readonly at: number; readonly event: object }> = []

  constructor(options: StandInOptions) {
    this.options = options
    this.world = new StripeWorld({
      attempts: options.attempts,
      declines: ({ id, attempts }) => this.chance(`decline ${id} ${attempts}`) < this.options.declined
    })
    this.api = makeApi(this.world)
  }

  /** From 0 to less than 1, the same for a seed and a name. */
  chance(name: string): number {
    return randomFrom(hash(this.options.seed, name))()
  }

  /** Undefined when the connection broke after the call took effect. */
  answer(request: ApiRequest): ApiAnswer | undefined {
    const name = `${request.method} ${request.path} ${request.body}`
    const count = this.world.count(name)
    if (this.chance(`before ${name} ${count}`) < this.options.failedBefore) {
      return refused(500, "api_error", "The stand-in fails before the call.")
    }
    const answer = this.api(request)
    return this.chance(`after ${name} ${count}`) < this.options.failedAfter ? undefined : answer
  }

  /** What customers, banks and Stripe have done by now; returns the events that arrive. */
  tick(now: number): ReadonlyArray<SignedEvent> {
    const { payWithinMillis } = this.options
    for (const { id, status, createdAt } of this.world.sessions.values()) {
      if (status !== "open" || payWithinMillis === undefined) continue
      const never = this.chance(`never ${id}`) < this.options.neverPaid
      this.world.now = now
      if (!never && createdAt + this.chance(`pay ${id}`) * payWithinMillis <= now) this.world.pay(id)
    }
    this.world.advance(now)
    this.post(now)
    const arrived = this.undelivered.filter(({ at }) => at <= now)
    this.undelivered = this.undelivered.filter(({ at }) => at > now)
    return arrived.map(({ event }) => signEvent(event, now))
  }

  /** Forgets customers and all that is theirs, so that the next ones do not wait for them. */
  forget(): void {
    const { sessions, subscriptions, invoices, charges } = this.world
    for (const map of [sessions, subscriptions, invoices, charges]) map.clear()
    this.undelivered = []
  }

  private post(now: number): void {
    const { lost, doubled, delayWithinMillis } = this.options
    for (const [type, kind, id] of this.world.happened) {
      const name = `${type} ${id} ${this.world.count(`${type} ${id}`)}`
      const event = {
        id: `evt_${name.replaceAll(/\W/g, "_")}`,
        object: "event",
        type,
        data: { object: this.show(kind, id) }
      }
      if (this.chance(`lost ${name}`) < lost) continue
      for (const copy of this.chance(`doubled ${name}`) < doubled ? [1, 2] : [1]) {
        this.undelivered.push({ at: now + this.chance(`delay ${copy} ${name}`) * delayWithinMillis, event })
      }
    }
    this.world.happened = []
    this.undelivered = this.undelivered.toSorted((a, b) => a.at - b.at)
  }

  private show(kind: StripeWorld["happened"][number][1], id: string): object {
    const { sessions, invoices, subscriptions, charges } = this.world
    const session = sessions.get(id)
    const subscription = subscriptions.get(id)
    const invoice = invoices.get(id)
    const charge = charges.get(id)
    if (session !== undefined) return showSession(session)
    if (subscription !== undefined) return showSubscription(subscription)
    if (charge !== undefined && kind === "dispute") return showDispute(charge, charge.disputes.at(-1)?.id ?? "")
    if (charge !== undefined) return showCharge(charge)
    const of = invoice === undefined ? undefined : subscriptions.get(invoice.subscription)
    if (invoice === undefined || of === undefined) throw new Error(`the stand-in has no ${kind} ${id}`)
    return showInvoice(invoice, of)
  }
}
