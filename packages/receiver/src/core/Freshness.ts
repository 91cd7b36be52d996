import { refusal } from "./Refusal.ts"

/** Written so that a broken clock (NaN) fails closed. */
export function checkFreshness(timestamp: number, nowMs: number, toleranceSeconds: number): void {
  const age = Math.floor(nowMs / 1000) - timestamp
  if (!(age <= toleranceSeconds)) {
    throw refusal("too_old", `The request was signed ${age} s ago; at most ${toleranceSeconds} s are allowed.`)
  }
  if (!(age >= -toleranceSeconds)) {
    throw refusal(
      "too_new",
      `The request was signed ${-age} s in the future; at most ${toleranceSeconds} s are allowed.`
    )
  }
}
