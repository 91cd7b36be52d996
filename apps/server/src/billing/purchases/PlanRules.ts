/** The rules of plans and purchases (decisions, "Keys, accounts, plans"). Pure. */
import { comparePlans, type PlanName, plans } from "@heddle/api"
import { dayMillis, monthsAfter, plusMillis } from "../../runtime/Time.ts"
import type { NewPeriod, PlanPeriod } from "../../credits/plans/PlanPeriods.ts"
import type { ProviderPayment } from "../providers/PaymentProvider.ts"
import type { Purchase, PurchaseState } from "./PurchaseRows.ts"

/** A renewal paid within this time after the period's end still counts its month from the anchor. */
export const renewalGraceMillis = dayMillis

/** A downgrade takes effect at the end of the period; everything else, and any plan during a trial, is bought now. */
export const planChange = (
  current: Pick<PlanPeriod, "plan" | "isTrial"> | undefined,
  wanted: PlanName
): "buy" | "same" | "downgrade" => {
  if (current === undefined || current.isTrial) return "buy"
  const step = comparePlans(wanted, current.plan)
  return step > 0 ? "buy" : step === 0 ? "same" : "downgrade"
}

const rank: Readonly<Record<PurchaseState, number>> = {
  pending: 0,
  abandoned: 1,
  cancelled: 1,
  paid: 2,
  refused: 2,
  refunded: 3,
  disputed: 4
}

type ReportedState = Exclude<PurchaseState, "refused" | "cancelled">

const reportedState = ({ state, refundedCents, amountCents, disputed }: ProviderPayment): ReportedState => {
  if (disputed) return "disputed"
  if (refundedCents >= amountCents) return "refunded"
  return state === "paid" ? "paid" : state === "expired" ? "abandoned" : "pending"
}

/** The new state of a purchase, if any. States only move forward, so that events may arrive in any order. */
export const nextState = (state: PurchaseState, payment: ProviderPayment): ReportedState | undefined => {
  const next = reportedState(payment)
  return rank[next] > rank[state] ? next : undefined
}

/** Undefined on plans without top-ups. */
export const topUpCents = (plan: PlanName, units: number): number | undefined => {
  const { topUpUsdPerUnit } = plans[plan]
  return topUpUsdPerUnit === null ? undefined : units * topUpUsdPerUnit * 100
}

export interface AccountState {
  readonly time: Date
  readonly current: PlanPeriod | undefined
  /** Whether the subscription of a renewal continues. */
  readonly renews: boolean
}

/** Why a payment can no longer be honoured and is refunded; undefined when it can. */
export const rejectionReason = (
  { kind, plan, units, priceCents, expiresAt }: Pick<Purchase, "kind" | "plan" | "units" | "priceCents" | "expiresAt">,
  { time, current, renews }: AccountState
): string | undefined => {
  switch (kind) {
    case "renewal":
      return renews ? undefined : "The subscription had ended or was cancelled when the renewal was paid."
    case "plan":
      return planChange(current, plan) === "buy"
        ? undefined
        : "The account already had this plan or a higher one when it was paid."
    case "top_up": {
      if (current === undefined || expiresAt === null || expiresAt <= time) {
        return "The billing period of the top-up had ended when it was paid."
      }
      const price = topUpCents(current.plan, units ?? 0)
      if (price === undefined) {
        return `The account was on ${plans[current.plan].title}, which has no top-ups, when it was paid.`
      }
      // Another period is another plan, or the same one bought again: its price is that of now, its end another.
      return price !== priceCents || current.endsAt.getTime() !== expiresAt.getTime()
        ? "The plan had changed when the top-up was paid; buy it again at the price of the plan in force."
        : undefined
    }
  }
}

/** The period of a plan bought now, with a new anchor. */
export const firstPeriod = (plan: PlanName, time: Date): NewPeriod => ({
  plan,
  startsAt: time,
  endsAt: monthsAfter(time, 1),
  anchorAt: time,
  number: 1
})

/**
 * The period of a renewal follows the last one and counts from the same anchor. A renewal that is more than a day late
 * starts a new anchor, so that a paid month is a full month.
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

/** Renewals that we open can be paid this long before the period ends. */
const renewalOpensMillis = 7 * dayMillis
/** A subscription ends after it has lapsed for this long. */
export const lapsedMillis = 35 * dayMillis
const minPollMillis = 60_000

export const renewalPollAt = ({ renewsByItself }: { readonly renewsByItself: boolean }, endsAt: Date): Date =>
  renewsByItself ? endsAt : plusMillis(endsAt, -renewalOpensMillis)

/** The period's end; after it, the poll interval is half the time since then, between a minute and a day. */
export const nextRenewalPollAt = (endsAt: Date, time: Date): Date => {
  const late = time.getTime() - endsAt.getTime()
  return late < 0 ? endsAt : plusMillis(time, Math.min(Math.max(late / 2, minPollMillis), dayMillis))
}
