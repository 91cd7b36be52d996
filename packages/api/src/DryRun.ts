/** What a priced call would cost, without running it: `POST /estimate`, or `dry_run=true`. Free, and not in the usage history. */
import { Schema } from "effect"
import { Notices } from "./Operation.ts"
import { affordability } from "./Problems.ts"

export const Estimate = Schema.Struct({
  ...affordability,
  would_admit: Schema.Boolean.annotate({ description: "Whether the call would run now." })
}).annotate({ identifier: "Estimate", description: "What a call would cost." })

export const DryRunResult = Schema.Struct({
  data: Estimate,
  dry_run: Schema.Literal(true),
  notices: Notices,
  credits_consumed: Schema.Literal(0)
}).annotate({ identifier: "DryRun" })
export type DryRunResult = typeof DryRunResult.Type

export const dryRunField = {
  dry_run: Schema.optionalKey(Schema.Boolean).annotate({
    description: "`true` checks the parameters and returns what the call would cost, without running it."
  })
}

/** The parameter as handlers see it. Mutable, so that it can be removed. */
export interface DryRunnable {
  readonly query: { dry_run?: boolean | undefined }
}
