/** Operations as the portal calls them: for the account of the person who is signed in. */
import { PortalCaller } from "@heddle/api/portal"
import { Context, Effect, Layer } from "effect"
import { answers } from "../../operations/Answers.ts"
import type { Call, MeteredOperation } from "../../operations/metering/Call.ts"
import { type PortalFailure, respond } from "./Failures.ts"

/** One set of answers for all groups of procedures. */
export class PortalAnswers extends Context.Service<PortalAnswers, Effect.Success<typeof answers>>()(
  "@heddle/server/transport/portal/PortalAnswers"
) {
  static readonly layer = Layer.effect(PortalAnswers, answers)
}

/** As the source of usage entries shows it: `account login (Heddle portal)`. */
const application = "Heddle portal"

const callOf = Effect.map(PortalCaller, ({ accountId, requestId }): Call => ({
  caller: { accountId, keyId: null, application, apiTypePrefix: "" },
  requestId,
  idempotency: null,
  dryRun: false,
  fits: null,
  origin: "portal"
}))

/** The body of an operation's answer. */
export const run = <Request, Body, E extends PortalFailure, R>(
  operation: MeteredOperation<Request, Body, E, R>,
  request: Request,
  change: Pick<Call, "requires"> = {}
) =>
  respond(
    Effect.flatMap(callOf, (call) => Effect.map(operation.call(request, { ...call, ...change }), ({ body }) => body))
  )

/** Of what an account keeps when its plan no longer includes webhooks: it can be looked at and deleted. */
export const keptAfterDowngrade = { requires: "nothing" } as const
