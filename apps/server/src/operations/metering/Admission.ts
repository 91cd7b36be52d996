/** Whether a call may run: the plan it needs, the hold of a priced one, the 402 when there is none, and the dry run, from one formula. */
import {
  type Caller,
  type DryRunResult,
  InsufficientCredits,
  InvalidApiKey,
  KeyLimitReached,
  type LimitParameter,
  type PlanName,
  PlanRequired,
  plans,
  type PricedOperation,
  type Requirement
} from "@heddle/api"
import { Effect } from "effect"
import { RecentRefusals } from "../../credits/alerts/RecentRefusals.ts"
import { type CallerState, remainingOf } from "../../credits/callers/CallerStates.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"

/**
 * The largest value of a limit parameter whose estimate can be paid; 0 when there is none. Found from the estimate
 * itself, which never falls when the limit grows.
 */
const largestAffordable = <Request>(
  { minimum, maximum, estimate }: LimitParameter<Request>,
  request: Request,
  available: number
): number => {
  if (estimate(request, minimum) > available) return 0
  let affordable = minimum
  let tooMuch = maximum + 1
  while (tooMuch - affordable > 1) {
    const middle = Math.floor((affordable + tooMuch) / 2)
    if (estimate(request, middle) > available) tooMuch = middle
    else affordable = middle
  }
  return affordable
}

const affordability = <Request, Body>(
  operation: PricedOperation<Request, Body>,
  request: Request,
  available: number
) => ({
  estimated_cost: operation.price.estimate(request),
  remaining_credits: available,
  max_affordable_limit: operation.limit === null ? null : largestAffordable(operation.limit, request, available)
})

const noPlan = () =>
  new PlanRequired({ detail: "The account has no current plan; ask the operator of this service for one." })

/** What an account needs before an operation runs. */
export const requirePlan = (
  { plan }: { readonly plan: PlanName | null },
  requires: Requirement
): Effect.Effect<void, PlanRequired> => {
  if (requires === "nothing") return Effect.void
  if (plan === null) return Effect.fail(noPlan())
  if (requires === "webhooks" && !plans[plan].webhooks) {
    return Effect.fail(
      new PlanRequired({
        detail: `Webhooks need API Standard or higher; the account is on ${plans[plan].title}.`
      })
    )
  }
  return Effect.void
}

export const invalidKey = () => new InvalidApiKey({ detail: "The API key is not valid; check it, or make a new one." })

/** What the call would cost, and whether it would be admitted. */
export const dryRun = <Request, Body>(
  operation: PricedOperation<Request, Body>,
  request: Request,
  state: CallerState
): DryRunResult => {
  const available = remainingOf(state)
  const data = affordability(operation, request, Math.min(available, state.keyBudget ?? available))
  return {
    data: { ...data, would_admit: data.estimated_cost <= data.remaining_credits },
    dry_run: true,
    credits_consumed: 0
  }
}

/**
 * Proves the caller's key and plan and reserves the estimate, in one statement. A refusal of the ledger becomes the
 * problem that a caller sees here, and nowhere else.
 */
export const makeAdmit = Effect.gen(function* () {
  const ledger = yield* Ledger
  const refusals = yield* RecentRefusals

  return Effect.fnUntraced(function* <Request, Body>(
    operation: PricedOperation<Request, Body>,
    request: Request,
    estimate: number,
    caller: Caller["Service"]
  ) {
    const { accountId } = caller
    const admitted = yield* ledger.admit(caller, estimate, operation.requires !== "nothing").pipe(
      Effect.tapErrorTag("BalanceTooLow", ({ required }) => refusals.note(accountId, required)),
      Effect.catchTags({
        NoPlanInForce: () => noPlan(),
        BalanceTooLow: ({ available }) =>
          new InsufficientCredits({ detail: "Insufficient credits", ...affordability(operation, request, available) }),
        KeyLimitReached: ({ available, limit }) =>
          new KeyLimitReached({
            detail: `The monthly limit of this API key, ${limit} credits, does not allow the call; ask for less, use another key or have the limit raised.`,
            ...affordability(operation, request, available),
            credit_limit: limit
          })
      })
    )
    yield* requirePlan(admitted, operation.requires).pipe(
      Effect.tapError(() => ledger.release(accountId, admitted.holdId))
    )
    return admitted
  })
})
