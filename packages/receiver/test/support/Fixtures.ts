import {
  createReceiver,
  type EventContext,
  type HandlerContext,
  type IdempotencyStore,
  memoryStore,
  ReceiverConfigError,
  type ReceiverError,
  type ReceiverOptions,
  type WebhookEvent
} from "@heddle/receiver"
import { sampleEvent, signRequest, type SignRequestInput } from "@heddle/receiver/testing"

export const secret = "whsec_Zk3vQ0mN8sT1xYcB5uWq2LrHj7EpDa9F"
export const otherSecret = "whsec_aB4dEfG7hJkL0mNpQ2rS5tUvW8xYz1C3"
/** Unix seconds; every clock in the tests starts here. */
export const start = 1_760_000_000

export class Clock {
  ms = start * 1000
  readonly now = () => this.ms
  advance(seconds: number): void {
    this.ms += seconds * 1000
  }
}

interface Seen<Context> {
  readonly event: WebhookEvent
  readonly context: Context
}

/** A receiver that remembers all that happens to it. */
export function makeReceiver(options: Partial<ReceiverOptions> = {}) {
  const clock = new Clock()
  const handled: Array<Seen<HandlerContext>> = []
  const duplicates: Array<Seen<EventContext>> = []
  const errors: Array<ReceiverError> = []
  const receiver = createReceiver({
    secrets: secret,
    now: clock.now,
    handler: (event, context) => void handled.push({ event, context }),
    onError: (error) => errors.push(error),
    onDuplicate: (event, context) => duplicates.push({ event, context }),
    ...options
  })
  return { receiver, clock, handled, duplicates, errors }
}

export const sign = (input: Partial<SignRequestInput> = {}) =>
  signRequest({ secrets: secret, body: sampleEvent(), at: start, key: "evt_1", ...input })

/** A store in memory whose steps differ as told. */
export const storeWith = (steps: Partial<IdempotencyStore>, memory: IdempotencyStore = memoryStore()) => ({
  claim: (key: string, owner: string, leaseMs: number) => memory.claim(key, owner, leaseMs),
  renew: (key: string, owner: string, leaseMs: number) => memory.renew(key, owner, leaseMs),
  complete: (key: string, owner: string) => memory.complete(key, owner),
  release: (key: string, owner: string) => memory.release(key, owner),
  ...steps
})

/** Why a configuration was refused. */
export const configError = (make: () => unknown): ReceiverConfigError => {
  try {
    make()
  } catch (error) {
    if (error instanceof ReceiverConfigError) return error
    throw error
  }
  throw new Error("It was accepted.")
}

/** Settles from outside: lets a test hold a handler where it wants it. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: promise }
}
