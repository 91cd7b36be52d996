/** Admission of calls: the required plan; for priced calls the hold, the 402 without one, and the dry run, all from one estimate. */
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
import { keywordNotices } from "@heddle/api/keywords"
import { Effect } from "effect"
import { countHeld, countRefused } from "../../credits/ledger/CreditMetrics.ts"
import { RecentRefusals } from "../../credits/alerts/RecentRefusals.ts"
import { type CallerState, remainingOf } from "../../credits/ledger/CallerStates.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"

/**
 * The largest value of a limit parameter that the credits cover; 0 when there is none. A binary search, since the
 * estimate never falls when the limit grows.
 */
const largestAffordable = <Request>(
  { minimum, maximum, estimate }: LimitParameter<Request>,
  request: Request,
  available: number
): number => {
  if (estimate(request, minimum) > available) return 0
  let affordable = minimum
  let unaffordable = maximum + 1
  while (unaffordable - affordable > 1) {
    const middle = Math.floor((affordable + unaffordable) / 2)
    if (estimate(request, middle) > available) unaffordable = middle
    else affordable = middle
  }
  return affordable
}

/** The part of a request that determines its credits. */
export interface Asked {
  readonly apiType: string
  readonly requires: Requirement
  /** The most that it can cost, in credits. */
  readonly estimate: number
  /** The largest limit with which the credits cover it; null when no parameter limits it. */
  readonly affordableLimit: (available: number) => number | null
}

export const askedOf = <Request, Body>(
  { apiType, requires, price, limit }: PricedOperation<Request, Body>,
  request: Request
): Asked => ({
  apiType,
  requires,
  estimate: price.estimate(request),
  affordableLimit: (available) => (limit === null ? null : largestAffordable(limit, request, available))
})

const affordability = ({ estimate, affordableLimit }: Asked, available: number) => ({
  estimated_cost: estimate,
  remaining_credits: available,
  max_affordable_limit: affordableLimit(available)
})

const noPlan = () =>
  new PlanRequired({ detail: "The account has no active plan. Buy one, or ask the operator of this server." })

/** Fails when the account's plan does not meet the operation's requirement. */
export const requirePlan = (
  { plan }: { readonly plan: PlanName | null },
  requires: Requirement
): Effect.Effect<void, PlanRequired> => {
  if (requires === "nothing") return Effect.void
  if (plan === null) return Effect.fail(noPlan())
  if (requires === "webhooks" && !plans[plan].webhooks) {
    return Effect.fail(
      new PlanRequired({
        detail: `Webhooks need API Standard or a higher plan; the account is on ${plans[plan].title}.`
      })
    )
  }
  return Effect.void
}

export const invalidKey = () =>
  new InvalidApiKey({ detail: "The API key is not valid. Check it, or create a new one." })

const textsOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string")

/** How the keywords among these parameters are read, whatever the operation: what the call itself would say too. */
export const readingNotices = (parameters: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  keywordNotices(["keywords", "exclude", "keyword"].flatMap((name) => textsOf(parameters[name])))

/** The estimated cost of a call, and whether the balance would admit it. */
export const dryRun = <Request, Body>(
  operation: PricedOperation<Request, Body>,
  request: Request,
  state: CallerState,
  notices: ReadonlyArray<string>
): DryRunResult => {
  const available = remainingOf(state)
  const data = affordability(askedOf(operation, request), Math.min(available, state.keyBudget ?? available))
  return {
    data: { ...data, would_admit: data.estimated_cost <= data.remaining_credits },
    dry_run: true,
    notices,
    credits_consumed: 0
  }
}

/**
 * Checks the caller's key and plan and holds the estimate, in one statement. This is the only place that turns the
 * ledger's errors into the problems that a caller sees.
 */
export const makeAdmit = Effect.gen(function* () {
  const ledger = yield* Ledger
  const refusals = yield* RecentRefusals

  return Effect.fnUntraced(function* (asked: Asked, caller: Caller["Service"]) {
    const { accountId } = caller
    const kind = caller.apiTypePrefix + asked.apiType
    const admitted = yield* ledger.admit(caller, asked.estimate, asked.requires !== "nothing").pipe(
      Effect.tapErrorTag(["InsufficientCredits", "KeyLimitReached"], () => countRefused(kind, 1)),
      Effect.tapErrorTag("InsufficientCredits", ({ required }) => refusals.record(accountId, required)),
      Effect.catchTags({
        NoPlanInForce: () => noPlan(),
        InsufficientCredits: ({ available }) =>
          new InsufficientCredits({ detail: "Insufficient credits", ...affordability(asked, available) }),
        KeyLimitReached: ({ available, limit }) =>
          new KeyLimitReached({
            detail: `The monthly limit of this API key, ${limit} credits, does not cover this call. Ask for less, use another key, or raise the limit in the portal.`,
            ...affordability(asked, available),
            credit_limit: limit
          })
      })
    )
    yield* requirePlan(admitted, asked.requires).pipe(Effect.tapError(() => ledger.release(accountId, admitted.holdId)))
    yield* countHeld(kind, asked.estimate)
    return admitted
  })
})
