/** How long posts are kept: whole UTC days of posting, each in a partition of its own. */
import { dayMillis, dayOf, plusMillis } from "../../runtime/Time.ts"

/** More than 90, so that 90 days are always complete (decisions, section 9). */
export const retentionDays = 92

/** The first day within retention. */
export const firstRetainedDay = (time: Date): number => dayOf(plusMillis(time, -retentionDays * dayMillis))
