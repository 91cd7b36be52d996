/** A call of an operation and its answer, independent of the transport. */
import {
  type Caller,
  Conflict,
  type EnvelopeFields,
  Notices,
  RateLimited,
  type Requirement,
  TooManyRunningCalls,
  Unavailable
} from "@heddle/api"
import { type Effect, Schema } from "effect"
import type { Rest } from "../../continuation/KeptRows.ts"
import type { UsageDetails } from "../../credits/ledger/LedgerCommands.ts"
import { boundedParameters } from "../../credits/usage/BoundedParameters.ts"
import type { Quota } from "../../runtime/RateLimiter.ts"

export { isRestCursor } from "../../continuation/KeptRows.ts"

interface AnyCall {
  readonly caller: Caller["Service"]
  /** Appears in the answer and in the usage entry. */
  readonly requestId: string | null
  /** Estimate the cost instead of running the call. Only priced operations support it. */
  readonly dryRun: boolean
  /** Called with the answer as soon as the call is charged, even if the client has disconnected. */
  readonly charged?: (answer: Answer<object>) => unknown
  /** Free calls of the portal leave no entry in the history, because looking at it would otherwise fill it. */
  readonly origin?: "portal"
  /** Replaces the plan that the operation requires. */
  readonly requires?: Requirement
}

/**
 * How many of an answer's rows the transport can pass on, at least 1. The rows that do not fit are kept, and cost nothing
 * until they are asked for.
 */
export type Fits = (rows: ReadonlyArray<unknown>) => number

/** A call whose answer is replayed gets all of it: `fits` is null where any number of rows can be passed on. */
export type Call = AnyCall &
  (
    | { readonly idempotency: null; readonly fits: Fits | null }
    /** With an `Idempotency-Key`. */
    | { readonly idempotency: IdempotentCall; readonly fits: null }
  )

/** What the next part of an answer needs from a call. */
export type ContinuedCall = Pick<Call, "caller" | "requestId" | "fits">

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
  /** True if this was answered and charged before: the stored answer of an `Idempotency-Key`, or a part read again. */
  readonly replayed: boolean
  /** The rows that did not fit, and the cursor for them; null if the answer has all of them. */
  readonly rest: Rest | null
}

/** An operation with its answer and metering, ready for a transport. */
export interface MeteredOperation<in Request, out Body, out E, out R = never> {
  readonly call: (request: Request, call: Call) => Effect.Effect<Answer<Body>, E, R>
}

/** An operation whose answers can be read in parts. */
export interface ResumableOperation<in Request, out Body, out PartBody, out E, out E2> extends MeteredOperation<
  Request,
  Body,
  E
> {
  /** The next part of an answer, and the charge for it. The cursor is that of `rest` in the part before. */
  readonly resume: (cursor: string, call: ContinuedCall) => Effect.Effect<Answer<PartBody>, E2>
}

/** The first call with this `Idempotency-Key` is still running; the transport adds when to retry. */
export class FirstCallStillRunning extends Conflict {}

/** A rate limit other than the one for all requests. */
export interface OwnLimit {
  readonly name: string
  readonly quota: Quota
}

/** The account exceeded the rate limit of this kind of call; the transport adds when to retry, and the limit. */
export class TooManyCalls extends RateLimited {
  readonly retryAfterSeconds: number
  readonly limit: OwnLimit | null

  constructor(detail: string, retryAfterSeconds: number, limit: OwnLimit | null = null) {
    super({ detail })
    this.retryAfterSeconds = retryAfterSeconds
    this.limit = limit
  }
}

/** Seconds after which a call that was refused for now may be repeated. */
export const retryAfterOf = (error: unknown): number | undefined => {
  if (error instanceof TooManyCalls) return error.retryAfterSeconds
  return error instanceof FirstCallStillRunning || error instanceof TooManyRunningCalls ? 1 : undefined
}

export const freeAnswer = <Body>(body: Body, remaining: number): Answer<Body> => ({
  body,
  consumed: 0,
  remaining,
  replayed: false,
  rest: null
})

/** A call's entry in the usage history. */
export interface UsageSource<Request> {
  readonly apiType: string
  readonly parameters: (request: Request) => Readonly<Record<string, unknown>>
}

export const usageOf = <Request>(
  operation: UsageSource<Request>,
  request: Request,
  { caller, requestId }: Pick<Call, "caller" | "requestId">,
  source: string
): UsageDetails => ({
  keyId: caller.keyId,
  requestId,
  source,
  apiType: caller.apiTypePrefix + operation.apiType,
  parameters: boundedParameters(operation.parameters(request))
})

/** Completes the envelope of an answer: its notices, of which there may be none, and its cost. */
const hasNotices = Schema.is(Schema.Struct({ notices: Notices }))

const noticesOf = (body: object): ReadonlyArray<string> => (hasNotices(body) ? body.notices : [])

export const enveloped = <Body extends object>(body: Body, cost: number): Body & EnvelopeFields => ({
  ...body,
  notices: noticesOf(body),
  credits_consumed: cost
})

export const holdExpired = () =>
  new Unavailable({
    detail: "The call took too long and was stopped. Nothing was charged. Ask for less, or try again."
  })

export const databaseDown = () =>
  new Unavailable({
    detail: "The database failed during this call. Nothing was charged. Try again later."
  })

export const tooMuchForFree = (retryAfterSeconds: number) =>
  new TooManyCalls(
    `This account has made too many free calls that store data. Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds
  )
