/** Rejects plans that look like an accident. */
import { Data } from "effect"
import { counts, type Plan } from "./Plan.ts"

export class UnsafePlan extends Data.TaggedError("UnsafePlan")<{ readonly message: string }> {}

export interface SafetyOptions {
  /** Accepts a file without rules even if its endpoints have rules at the API. */
  readonly allowEmpty: boolean
}

/** Null when the plan is safe to apply. */
export const checkSafety = (plan: Plan, { allowEmpty }: SafetyOptions): UnsafePlan | null => {
  const { create, replace, delete: deletes, unchanged } = counts(plan)
  if (allowEmpty || create + replace + unchanged > 0 || deletes === 0) return null
  return new UnsafePlan({
    message:
      `Refused: the file has no rules, and the API has ${deletes} in the endpoints it names; all would be deleted.\n` +
      "Check that the file is complete. To really delete them all, add --allow-empty."
  })
}
