/** `dry_run=true`: what a priced call would cost, without running it (free, and not in the usage history). */
import { Schema } from "effect"
import { affordability } from "./Problems.ts"

export const DryRunResult = Schema.Struct({
  data: Schema.Struct({
    ...affordability,
    would_admit: Schema.Boolean.annotate({ description: "Whether the call would be admitted now." })
  }),
  dry_run: Schema.Literal(true),
  credits_consumed: Schema.Literal(0)
})
export type DryRunResult = typeof DryRunResult.Type

export const dryRunField = {
  dry_run: Schema.optionalKey(Schema.Boolean).annotate({
    description: "`true` checks the parameters and answers what the call would cost, without running it."
  })
}

/** What a handler sees of it. Not read-only, so that it can be taken out. */
export interface DryRunnable {
  readonly query: { dry_run?: boolean | undefined }
}
