/** When a subscription is looked at by itself, whatever events come. */
import { dayMillis, plusMillis } from "../../runtime/Time.ts"

/** Where we open renewals, they can be paid this long ahead. */
export const renewalOpensMillis = 7 * dayMillis
/** A subscription that has lapsed for this long is over. */
export const lapsedMillis = 35 * dayMillis
const soonMillis = 60_000

export const renewalPollAt = ({ renewsByItself }: { readonly renewsByItself: boolean }, endsAt: Date): Date =>
  renewsByItself ? endsAt : plusMillis(endsAt, -renewalOpensMillis)

/** Asked again after half the time since the period's end, within a minute and a day; sooner when it is to come. */
export const nextRenewalPollAt = (endsAt: Date, time: Date): Date => {
  const late = time.getTime() - endsAt.getTime()
  return late < 0 ? endsAt : plusMillis(time, Math.min(Math.max(late / 2, soonMillis), dayMillis))
}
