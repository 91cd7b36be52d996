/** The window of `days=N`: N whole days of UTC, of which the last is today (decisions, "Times"). */
import { dayOf, plusMillis, startOf } from "../../runtime/Time.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"

export const lastDays = (days: number, at: Date): Window & { readonly first: number } => {
  const first = dayOf(at) - days + 1
  return { first, from: startOf(first), until: plusMillis(at, 1) }
}
