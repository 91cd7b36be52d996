/** The window of `days=N`: N whole days of UTC, of which the last is today (decisions, "Times"). */
import { dayMillis, plusMillis } from "../Now.ts"

export interface Window {
  readonly from: Date
  /** Not in the window any more: the first millisecond after now. */
  readonly until: Date
}

export const lastDays = (days: number, at: Date): Window & { readonly first: number } => {
  const first = Math.floor(at.getTime() / dayMillis) - days + 1
  return { first, from: new Date(first * dayMillis), until: plusMillis(at, 1) }
}
