/** When reconciliation polls a subscription, independent of the provider's events. */
import { dayMillis, plusMillis } from "../../runtime/Time.ts"

/** Renewals that we open can be paid this long before the period ends. */
export const renewalOpensMillis = 7 * dayMillis
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
