/** Whether an account's balance calls for a notice. Pure. */
import { dayMillis } from "../../runtime/Time.ts"

/** After this long a notice may come again although no credits came in: holds that ended can lift a balance as well. */
export const quietMillis = dayMillis

export interface Standing {
  /** Credits that can be spent now. */
  readonly available: number
  /** Below this the balance is low; null when neither a setting nor a plan says where that is. */
  readonly threshold: number | null
  /** Below this the account has run out: an event's price while it has rules that could fire, else 1. */
  readonly floor: number
  /** The smallest estimate that was refused with 402 since the last look; null when none was. */
  readonly refused: number | null
  /** When it was told, null when it has not been since the balance was last above. */
  readonly lowToldAt: Date | null
  readonly outToldAt: Date | null
  /** When credits last came in; null without a grant in force. */
  readonly newestGrantAt: Date | null
}

export interface Crossing {
  readonly tell: "low_balance" | "run_out" | null
  /** The notice may come again when the balance falls again. */
  readonly rearmLow: boolean
  readonly rearmOut: boolean
}

export const crossingOf = (standing: Standing, now: Date): Crossing => {
  const { available, threshold, floor, refused, lowToldAt, outToldAt, newestGrantAt } = standing
  const isLow = threshold !== null && available < threshold
  const isOut = available < floor || (isLow && refused !== null && available < refused)
  const creditedSince = (told: Date) => newestGrantAt !== null && newestGrantAt > told
  const longAgo = (told: Date) => now.getTime() - told.getTime() >= quietMillis
  // Credits that only a call in flight holds come and go: alone they must not make a mail every minute.
  const rearmLow = lowToldAt !== null && !isLow && !isOut && (creditedSince(lowToldAt) || longAgo(lowToldAt))
  const rearmOut = outToldAt !== null && !isOut && (creditedSince(outToldAt) || (!isLow && longAgo(outToldAt)))
  // Who is told that nothing is left need not hear that little is left.
  const tell = isOut && outToldAt === null ? "run_out" : isLow && !isOut && lowToldAt === null ? "low_balance" : null
  return { tell, rearmLow, rearmOut }
}
