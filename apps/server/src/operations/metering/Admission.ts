/** Whether a priced call may run: its hold, the 402 when there is none, and the dry run, from one formula. */
import {
  type Caller,
  type DryRunResult,
  InsufficientCredits,
  KeyLimitReached,
  type LimitParameter,
  type PricedOperation
} from "@heddle/api"
import { Effect } from "effect"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { RecentRefusals } from "../../credits/alerts/RecentRefusals.ts"

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

/** Reserves the estimate. A refusal of the ledger becomes the problem that a caller sees here, and nowhere else. */
export const admit = Effect.fnUntraced(function* <Request, Body>(
  operation: PricedOperation<Request, Body>,
  request: Request,
  caller: Caller["Service"]
) {
  const ledger = yield* Ledger
  const refusals = yield* RecentRefusals
  return yield* ledger.hold(caller.accountId, operation.price.estimate(request), caller.keyId).pipe(
    Effect.tapErrorTag("BalanceTooLow", ({ required }) => refusals.note(caller.accountId, required)),
    Effect.catchTags({
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
})

/** What the call would cost, and whether it would be admitted. */
export const dryRun = Effect.fnUntraced(function* <Request, Body>(
  operation: PricedOperation<Request, Body>,
  request: Request,
  caller: Caller["Service"]
) {
  const ledger = yield* Ledger
  const available = yield* ledger.available(caller.accountId)
  const budget = caller.keyId === null ? null : yield* ledger.keyBudget(caller.accountId, caller.keyId)
  const data = affordability(operation, request, Math.min(available, budget ?? available))
  const answer: DryRunResult = {
    data: { ...data, would_admit: data.estimated_cost <= data.remaining_credits },
    dry_run: true,
    credits_consumed: 0
  }
  return answer
})
