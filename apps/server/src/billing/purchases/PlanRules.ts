/** The rules of plans and purchases (decisions, "Keys, accounts, plans"), as values over plain data. */
import { comparePlans, type PlanName, plans } from "@heddle/api"
import { monthsAfter } from "../../credits/plans/CalendarMonth.ts"
import type { NewPeriod, PlanPeriod } from "../../credits/plans/PlanPeriods.ts"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import type { ProviderPayment } from "../providers/PaymentProvider.ts"
import type { Purchase, PurchaseState } from "./PurchaseRows.ts"

/** A renewal credited this long after the period's end still counts its month from the anchor. */
export const renewalGraceMillis = dayMillis

/** What wishing for a plan means: buy it now, have it already, or have it follow. */
export const planWish = (current: PlanName | undefined, wanted: PlanName): "buy" | "same" | "follow" => {
  if (current === undefined) return "buy"
  const step = comparePlans(wanted, current)
  return step > 0 ? "buy" : step === 0 ? "same" : "follow"
}

const rank: Readonly<Record<PurchaseState, number>> = {
  pending: 0,
  abandoned: 1,
  paid: 2,
  refused: 2,
  refunded: 3,
  disputed: 4
}

type Told = Exclude<PurchaseState, "refused">

const told = ({ state, refundedCents, amountCents, disputed }: ProviderPayment): Told => {
  if (disputed) return "disputed"
  if (refundedCents >= amountCents) return "refunded"
  return state === "paid" ? "paid" : state === "expired" ? "abandoned" : "pending"
}

/** Where what the provider tells takes a purchase: forward only, so that the order of telling does not matter. */
export const nextState = (state: PurchaseState, object: ProviderPayment): Told | undefined => {
  const next = told(object)
  return rank[next] > rank[state] ? next : undefined
}

export interface Situation {
  readonly time: Date
  readonly current: PlanPeriod | undefined
  /** Whether the subscription that a renewal belongs to goes on. */
  readonly renews: boolean
}

/** Why a payment that came in buys nothing any more; undefined when it does. Its money goes back. */
export const refusal = (
  { kind, plan, expiresAt }: Pick<Purchase, "kind" | "plan" | "expiresAt">,
  { time, current, renews }: Situation
): string | undefined => {
  switch (kind) {
    case "renewal":
      return renews ? undefined : "The subscription had ended or was cancelled when the renewal was paid."
    case "plan":
      return planWish(current?.plan, plan) === "buy"
        ? undefined
        : "The account had this plan or a higher one already when it was paid."
    case "top_up":
      if (current === undefined || expiresAt === null || expiresAt <= time) {
        return "The billing period of the top-up had ended when it was paid."
      }
      return plans[current.plan].topUpUsdPerUnit === null
        ? `The account was on ${plans[current.plan].title}, which has no top-ups, when it was paid.`
        : undefined
  }
}

/** A plan bought now: a new anchor, and a period from now. */
export const firstPeriod = (plan: PlanName, time: Date): NewPeriod => ({
  plan,
  startsAt: time,
  endsAt: monthsAfter(time, 1),
  anchorAt: time,
  number: 1
})

/**
 * The period of a renewal: it follows the last one and counts from the same anchor. A renewal that comes more than a
 * day too late begins anew, so that a month paid for is a month.
 */
export const renewalPeriod = (plan: PlanName, last: PlanPeriod | undefined, time: Date): NewPeriod => {
  if (last === undefined || plusMillis(last.endsAt, renewalGraceMillis) <= time) return firstPeriod(plan, time)
  const number = last.number + 1
  return {
    plan,
    startsAt: last.endsAt > time ? last.endsAt : time,
    endsAt: monthsAfter(last.anchorAt, number),
    anchorAt: last.anchorAt,
    number
  }
}
