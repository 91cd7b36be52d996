/** The pace at which an account uses credits: that of the last 7 days. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import type { UsageDays } from "./UsageDays.ts"

const weekMillis = 7 * dayMillis

/** Credits used in the last 7 days; refunds may be of older charges. */
export const recentUsage = (days: UsageDays["Service"], accountId: AccountId, time: Date): Effect.Effect<number> =>
  Effect.map(days.spentSince(accountId, plusMillis(time, -weekMillis)), (spent) => Math.max(0, spent))

/**
 * The number of days that `recentUsage` covers: fewer for an account younger than a week, but never less than one. A new
 * rule sends all that its window already has, so the first hour says nothing about a day.
 */
export const usageDays = (createdAt: Date, time: Date): number =>
  Math.min(weekMillis, Math.max(dayMillis, time.getTime() - createdAt.getTime())) / dayMillis
