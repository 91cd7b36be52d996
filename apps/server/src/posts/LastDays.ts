/** The window of `days=N`: N whole days of UTC, of which the last is today (decisions, "Times"). */
import { dayMillis, plusMillis } from "../Now.ts"
import type { Window } from "./TimeSlices.ts"

export const lastDays = (days: number, at: Date): Window & { readonly first: number } => {
  const first = Math.floor(at.getTime() / dayMillis) - days + 1
  return { first, from: new Date(first * dayMillis), until: plusMillis(at, 1) }
}
