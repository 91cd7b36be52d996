/** A call of an operation and its answer, independent of the transport. */
import { type Caller, Conflict, RateLimited } from "@heddle/api"
import type { Effect } from "effect"

export interface Call {
  readonly caller: Caller["Service"]
  /** Appears in the answer and in the usage entry. */
  readonly requestId: string | null
  /** Null without an `Idempotency-Key`. */
  readonly idempotency: IdempotentCall | null
  /** Estimate the cost instead of running the call. Only priced operations support it. */
  readonly dryRun: boolean
  /**
   * How many of an answer's rows the transport can pass on, at least 1; null when it passes on any number. The rows that
   * do not fit are kept, and cost nothing until they are asked for.
   */
  readonly fits: ((rows: ReadonlyArray<unknown>) => number) | null
}

export interface IdempotentCall {
  readonly key: string
  /** Two calls have the same fingerprint exactly when they make the same request. */
  readonly fingerprint: string
}

export interface Answer<out Body> {
  readonly body: Body
  /** Cost of the call in credits. */
  readonly consumed: number
  /** Credits that the account can spend after the call. */
  readonly remaining: number
  /** True when this is the stored answer of an earlier call with the same `Idempotency-Key`. */
  readonly replayed: boolean
  /** The rows that did not fit; null when the answer has all of them. */
  readonly rest: Rest | null
}

export interface Rest {
  /** Pass it to `resume` for the next rows. */
  readonly cursor: string
  readonly rows: number
}

/** An operation with its answer and metering, ready for a transport. */
export interface MeteredOperation<in Request, out Body, out E, out R = never> {
  readonly call: (request: Request, call: Call) => Effect.Effect<Answer<Body>, E, R>
}

/** The first call with this `Idempotency-Key` is still running; the transport adds when to retry. */
export class FirstCallStillRunning extends Conflict {}

/** More calls of one kind than an account may make at this rate; the transport adds when to retry. */
export class TooManyCalls extends RateLimited {
  readonly retryAfterSeconds: number

  constructor(detail: string, retryAfterSeconds: number) {
    super({ detail })
    this.retryAfterSeconds = retryAfterSeconds
  }
}
