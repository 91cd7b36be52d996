/** Whether an account's balance calls for an alert. Pure. */
import { dayMillis } from "../../runtime/Time.ts"

/** After this long an alert may repeat although no credits were granted: closed holds can raise a balance as well. */
export const cooldownMillis = dayMillis

export interface BalanceState {
  /** Credits that can be spent now. */
  readonly available: number
  /** Below this the balance is low; null when neither a setting nor a plan defines it. */
  readonly threshold: number | null
  /** Below this the account has run out: an event's price while it has rules that could fire, else 1. */
  readonly floor: number
  /** The smallest estimate rejected with 402 since the last evaluation; null when there was none. */
  readonly rejectedEstimate: number | null
  /** When the account was last alerted; null when the alert is armed. */
  readonly lowAlertedAt: Date | null
  readonly outAlertedAt: Date | null
  /** When credits were last granted; null without a grant in force. */
  readonly newestGrantAt: Date | null
}

export type AlertKind = "low_balance" | "run_out"

export interface Evaluation {
  readonly alert: AlertKind | null
  /** The alert is armed again: it repeats when the balance next falls. */
  readonly rearmLow: boolean
  readonly rearmOut: boolean
}

export const evaluateAlert = (state: BalanceState, now: Date): Evaluation => {
  const { available, threshold, floor, rejectedEstimate, lowAlertedAt, outAlertedAt, newestGrantAt } = state
  const isLow = threshold !== null && available < threshold
  const isOut = available < floor || (isLow && rejectedEstimate !== null && available < rejectedEstimate)
  const grantedSince = (alertedAt: Date) => newestGrantAt !== null && newestGrantAt > alertedAt
  const cooledDown = (alertedAt: Date) => now.getTime() - alertedAt.getTime() >= cooldownMillis
  // The balance dips while a call in flight holds credits. Those dips alone must not send a mail every minute.
  const rearmLow = lowAlertedAt !== null && !isLow && !isOut && (grantedSince(lowAlertedAt) || cooledDown(lowAlertedAt))
  const rearmOut =
    outAlertedAt !== null && !isOut && (grantedSince(outAlertedAt) || (!isLow && cooledDown(outAlertedAt)))
  // An account that has run out needs no second mail about a low balance.
  const alert =
    isOut && outAlertedAt === null ? "run_out" : isLow && !isOut && lowAlertedAt === null ? "low_balance" : null
  return { alert, rearmLow, rearmOut }
}
