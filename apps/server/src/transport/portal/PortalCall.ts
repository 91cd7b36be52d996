/** Operations as the portal calls them: for the account of the person who is signed in. */
import type { AccountId } from "@heddle/api"
import { PortalCaller, type SessionEnded } from "@heddle/api/portal"
import { Context, Effect, Layer, Option } from "effect"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import { operationHandlers } from "../../operations/Handlers.ts"
import type { SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { requirePlan } from "../../operations/metering/Admission.ts"
import type { Answer, Call, TooManyCalls } from "../../operations/metering/Call.ts"
import { RateLimiter } from "../../runtime/RateLimiter.ts"
import { requireQuota } from "../http/RateLimit.ts"
import type { Texts } from "../pages/Texts.ts"
import { type PortalFailure, respond } from "./Failures.ts"

/** One set of answers for all groups of procedures. */
export class PortalAnswers extends Context.Service<PortalAnswers, Effect.Success<typeof operationHandlers>>()(
  "@heddle/server/transport/portal/PortalAnswers"
) {
  static readonly layer = Layer.effect(PortalAnswers, operationHandlers)
}

/** What a procedure answers the account of the person who is signed in. */
export const ofAccount =
  <Payload, A, E, R>(answer: (accountId: AccountId, payload: Payload) => Effect.Effect<A, E, R>) =>
  (payload: Payload) =>
    Effect.flatMap(PortalCaller, ({ accountId }) => answer(accountId, payload))

/** As the source of usage entries shows it: `account login (Heddle portal)`. */
const application = "Heddle portal"

/** Of the person who is signed in. */
export const callOf = Effect.map(PortalCaller, ({ accountId, requestId }): Call => ({
  caller: { accountId, keyId: null, application, apiTypePrefix: "" },
  requestId,
  idempotency: null,
  dryRun: false,
  fits: null,
  origin: "portal"
}))

type Change = Partial<Pick<Call, "requires" | "dryRun">>

interface Operation<Request, A, E, R> {
  readonly call: (request: Request, call: Call) => Effect.Effect<A, E, R>
}

/** The answer of an operation. */
export const ask = <Request, A extends Answer<unknown>, E extends PortalFailure, R>(
  operation: Operation<Request, A, E, R>,
  request: Request,
  change: Change = {}
) => respond(Effect.flatMap(callOf, (call) => operation.call(request, { ...call, ...change })))

/** The body of its answer. */
export const run = <Request, Body, E extends PortalFailure, R>(
  operation: Operation<Request, Answer<Body>, E, R>,
  request: Request,
  change: Change = {}
) => Effect.map(ask(operation, request, change), ({ body }) => body)

/** The data of its answer. */
export const dataOf = <Request, Data, E extends PortalFailure, R>(
  operation: Operation<Request, Answer<{ readonly data: Data }>, E, R>,
  request: Request,
  change: Change = {}
) => Effect.map(run(operation, request, change), ({ data }) => data)

/** Counts a call against the request rate of the account, as every call of the API. */
export const limited = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { accountId } = yield* PortalCaller
    yield* respond(requireQuota(yield* RateLimiter, accountId))
    return yield* effect
  })

/** Of what an account keeps when its plan no longer includes webhooks: it can be looked at and deleted. */
export const keptAfterDowngrade = { requires: "nothing" } as const

/** The plan of the account that calls; null without one. */
export const makePlanOf = Effect.map(Accounts, (accounts) =>
  Effect.gen(function* () {
    const { accountId } = yield* PortalCaller
    return Option.getOrNull(Option.map(yield* accounts.currentPlan(accountId), ({ name }) => name))
  })
)

/** Refuses what needs a plan with webhooks and is no operation of the API. */
export const makeRequireWebhooks = Effect.map(makePlanOf, (planOf) =>
  Effect.flatMap(planOf, (plan) => respond(requirePlan({ plan }, "webhooks")))
)

/** The HTTP request that brought calls of the portal. */
interface PortalRequestParts {
  readonly headers: Headers
  readonly requestId: string | null
  /** In the language of the page. */
  readonly texts: Effect.Effect<Texts>
  /** Whose session it has; looked up once, whatever the number of calls. */
  readonly person: Effect.Effect<SignedIn, SessionEnded | TooManyCalls>
}

/** Null outside of a request. */
export const PortalRequest = Context.Reference<PortalRequestParts | null>(
  "@heddle/reference/transport/portal/PortalRequest",
  { defaultValue: () => null }
)
