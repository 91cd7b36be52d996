/** Exit codes of all commands. */
import { Data, Runtime } from "effect"

export const exitCodes = {
  ok: 0,
  error: 1,
  changes: 2,
  unsafePlan: 3,
  partlyApplied: 4,
  movedOn: 5,
  usage: 64
} as const

export const exitCodesText = `Exit codes:
  0  no change, or all done
  1  error, nothing was done
  2  plan, drift: there are changes; fmt --check: a file is not formatted
  3  refused by a safety limit: the message names the flag that allows it
  4  apply: partly applied; the message says what to do
  5  apply: the plan file no longer fits; nothing was done
  64  wrong use of the command
  130  interrupted; run it again`

/** Ends the process with a code; the error has already been printed. */
export class Exit extends Data.TaggedError("Exit")<{ readonly code: number }> {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = false
}
