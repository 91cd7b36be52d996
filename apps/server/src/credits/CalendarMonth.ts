/**
 * One calendar month after a purchase, in UTC, anchored to the day of purchase: 31 January → 28 February → 31 March
 * (decisions, "Keys, accounts, plans").
 */
import { DateTime } from "effect"

export const oneMonthAfter = (date: Date): Date =>
  DateTime.toDate(DateTime.add(DateTime.makeUnsafe(date), { months: 1 }))
