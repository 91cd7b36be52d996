/**
 * Calendar months in UTC, counted from an anchor rather than from each other: 31 January → 28 February → 31 March
 * (decisions, "Keys, accounts, plans").
 */
import { DateTime } from "effect"

export const monthsAfter = (anchor: Date, months: number): Date =>
  DateTime.toDate(DateTime.add(DateTime.makeUnsafe(anchor), { months }))
