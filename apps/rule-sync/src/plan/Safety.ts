/** Plans that look like an accident are refused. */
import { Data } from "effect"
import { counts, type Plan } from "./Plan.ts"

export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

export interface SafetyOptions {
  /** Accept a file without any rule although the API has rules in its endpoints. */
  readonly allowEmpty: boolean
}

/** Null when the plan may be applied. */
export const refusal = (plan: Plan, { allowEmpty }: SafetyOptions): Refused | null => {
  const { create, replace, delete: deletes, unchanged } = counts(plan)
  if (allowEmpty || create + replace + unchanged > 0 || deletes === 0) return null
  return new Refused({
    message:
      `Refused: the file has no rules, and the API has ${deletes} in the endpoints it names; all would be deleted.\n` +
      "Check that the file is complete. To really delete them all, add --allow-empty."
  })
}
