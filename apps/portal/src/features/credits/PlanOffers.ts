/** What can be done with each plan, given the one in force. Pure; the server decides the same again. */
import { comparePlans, PlanName } from "@heddle/api/plans"
import type { PortalPlan } from "@heddle/api/portal"

export type Offer =
  /** No plan is in force, or a trial. */
  | "buy"
  | "upgrade"
  | "downgrade"
  /** In force, and it goes on. */
  | "current"
  /** In force; another plan or none follows, which can be undone. */
  | "keep"
  /** Follows at the end of the period. */
  | "scheduled"
  /** In force, given by the operator: it ends by itself. */
  | "given"
  /** Lower than a plan that the operator gave: to be bought when that has ended. */
  | "later"

type Known = Pick<PortalPlan, "current" | "nextPlan" | "subscribed">

export const offerOf = ({ current, nextPlan, subscribed }: Known, plan: PlanName): Offer => {
  if (current === null || current.isTrial) return "buy"
  const step = comparePlans(plan, current.plan)
  if (step <= 0 && !subscribed) return step === 0 ? "given" : "later"
  if (step === 0) return nextPlan === plan ? "current" : "keep"
  if (step > 0) return "upgrade"
  return nextPlan === plan ? "scheduled" : "downgrade"
}

export const offersOf = (known: Known): ReadonlyArray<readonly [plan: PlanName, offer: Offer]> =>
  PlanName.literals.map((plan) => [plan, offerOf(known, plan)] as const)

/** How the plan goes on, for one sentence. */
export const courseOf = ({
  current,
  nextPlan,
  subscribed
}: Known): "none" | "late" | "renews" | "changes" | "ends" | "given" | "trial" => {
  if (current === null) return nextPlan === null ? "none" : "late"
  if (current.isTrial) return "trial"
  if (!subscribed) return "given"
  if (nextPlan === null) return "ends"
  return nextPlan === current.plan ? "renews" : "changes"
}
