/** One call of an operation, whatever transport brought it, and its answer before a transport gives it a form. */
import { type Caller, Conflict } from "@heddle/api"
import type { Effect } from "effect"

export interface Call {
  readonly caller: Caller["Service"]
  /** As the answer and the usage entry carry it. */
  readonly requestId: string | null
  /** The caller's `Idempotency-Key`, if there is one. */
  readonly idempotency: IdempotentCall | null
  /** Ask what the call would cost instead of running it. Only priced operations look at it. */
  readonly dryRun: boolean
}

export interface IdempotentCall {
  readonly key: string
  /** Equal exactly when two calls ask for the same. */
  readonly fingerprint: string
}

export interface Answer<out Body> {
  readonly body: Body
  /** What the call cost, in credits. */
  readonly consumed: number
  /** Credits the account can spend after the call. */
  readonly remaining: number
  /** The answer of an earlier call with the same `Idempotency-Key`. */
  readonly replayed: boolean
}

/** An operation with its answer and its metering: all that a transport needs. */
export interface MeteredOperation<in Request, out Body, out E> {
  readonly call: (request: Request, call: Call) => Effect.Effect<Answer<Body>, E>
}

/** The first call with this `Idempotency-Key` still runs in another process; a transport says when to ask again. */
export class FirstCallStillRunning extends Conflict {}
