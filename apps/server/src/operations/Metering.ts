/**
 * Metering, the one combinator around every operation: require → estimate → hold → run → settle → record. No handler
 * knows about credits, and no route can forget them. A call that fails or whose caller goes away costs nothing.
 */
import { Caller, InsufficientCredits, type Operation, PlanRequired, plans, Unavailable } from "@heddle/api"
import { Effect, Exit, Option } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Accounts } from "../accounts/Accounts.ts"
import { RequestId } from "./RequestId.ts"
import { Refusals } from "../credits/notices/Refusals.ts"
import { type BalanceTooLow, type HoldExpired, Ledger, type Settled } from "../credits/Ledger.ts"

type Refused = PlanRequired | InsufficientCredits | Unavailable

const requirePlan = Effect.fnUntraced(function* (accountId: string, requires: "nothing" | "plan" | "webhooks") {
  if (requires === "nothing") return
  const accounts = yield* Accounts
  const plan = Option.getOrUndefined(yield* accounts.currentPlan(accountId))
  if (plan === undefined) {
    return yield* new PlanRequired({
      detail: "The account has no current plan; ask the operator of this service for one."
    })
  }
  if (requires === "webhooks" && !plans[plan.name].webhooks) {
    return yield* new PlanRequired({
      detail: `Webhooks need API Standard or higher; the account is on ${plans[plan.name].title}.`
    })
  }
})

/** The headers of decisions, "Conventions": what the call cost and what is left. */
const creditHeaders = (consumed: number, { remaining }: Settled) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(
      HttpServerResponse.setHeaders(response, {
        "x-credits-consumed": String(consumed),
        "x-credits-remaining": String(remaining)
      })
    )
  )

const insufficient = ({ required, available }: BalanceTooLow) =>
  new InsufficientCredits({ detail: "Insufficient credits", estimated_cost: required, remaining_credits: available })

const tooLate = (_expired: HoldExpired) =>
  new Unavailable({ detail: "The call took too long and was not charged; ask for less or try again." })

/** Wraps what answers an operation; the result is the handler of its endpoint. */
export const metered =
  <Request, Body extends object, E, R>(
    operation: Operation<Request, Body>,
    run: (request: Request, caller: Caller["Service"]) => Effect.Effect<Body, E, R>
  ) =>
  (
    request: Request
  ): Effect.Effect<
    Body & { readonly credits_consumed: number },
    E | Refused,
    R | Caller | Accounts | Ledger | Refusals | HttpServerRequest.HttpServerRequest
  > =>
    Effect.gen(function* () {
      const caller = yield* Caller
      const ledger = yield* Ledger
      const refusals = yield* Refusals
      const { accountId } = caller
      yield* requirePlan(accountId, operation.requires)
      const usage = {
        keyId: caller.keyId,
        requestId: yield* RequestId,
        source: caller.source,
        apiType: caller.apiTypePrefix + operation.apiType,
        parameters: operation.parameters(request)
      }
      const estimate = operation.price.estimate(request)
      const answer = run(request, caller)
      if (estimate === 0) {
        const body = yield* answer
        yield* creditHeaders(0, yield* ledger.record(accountId, usage))
        return { ...body, credits_consumed: 0 }
      }
      return yield* Effect.acquireUseRelease(
        ledger.hold(accountId, estimate, caller.keyId).pipe(
          Effect.tapError(({ required }) => refusals.note(accountId, required)),
          Effect.mapError(insufficient)
        ),
        ({ holdId }) =>
          Effect.gen(function* () {
            const body = yield* answer
            const cost = operation.price.charge(request, body)
            const settled = yield* Effect.mapError(ledger.settle(accountId, { holdId, cost, usage }), tooLate)
            yield* creditHeaders(cost, settled)
            return { ...body, credits_consumed: cost }
          }),
        ({ holdId }, exit) => (Exit.isSuccess(exit) ? Effect.void : ledger.release(accountId, holdId))
      )
    }).pipe(Effect.withSpan(`operation ${operation.apiType}`))
