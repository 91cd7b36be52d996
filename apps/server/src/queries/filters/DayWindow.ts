/** The window of `days=N`: N UTC days, the last of which is today (decisions, "Times"). `first` is in days since 1970. */
import { dayOf, plusMillis, startOf } from "../../runtime/Time.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"

export const lastDays = (days: number, at: Date): Window & { readonly first: number } => {
  const first = dayOf(at) - days + 1
  return { first, from: startOf(first), until: plusMillis(at, 1) }
}
