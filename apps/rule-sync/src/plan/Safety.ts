/** Refuses plans that look like an accident: a file that was cut short or emptied deletes rules that nobody gave up. */
import { Data } from "effect"
import type { EndpointPlan, Plan } from "./Plan.ts"
import { urlText } from "./RuleContent.ts"

export class UnsafePlan extends Data.TaggedError("UnsafePlan")<{ readonly message: string }> {}

export interface SafetyOptions {
  /** Accepts endpoints without rules in the file, even if they have rules at the API. */
  readonly allowEmpty: boolean
  /** Accepts up to this many deletes. */
  readonly allowDeletes: number
}

/** What an endpoint has, and what it would lose: rules that are deleted and that no new rule makes up for. */
const lossOf = ({ url, creates, deletes, replacements, unchanged }: EndpointPlan) => {
  // The older rule of twins stays.
  const deleted = deletes.filter(({ twinOf }) => twinOf === null).length
  const kept = replacements.length + unchanged.length
  return {
    url,
    before: deleted + kept,
    deleted,
    lost: deleted - creates.length,
    isEmptied: deleted > 0 && kept + creates.length === 0
  }
}

const isMost = ({ before, lost }: { readonly before: number; readonly lost: number }): boolean => lost * 2 > before

/** Null when the plan is safe to apply. */
export const checkSafety = ({ endpoints }: Plan, { allowEmpty, allowDeletes }: SafetyOptions): UnsafePlan | null => {
  const losses = endpoints.map(lossOf)
  const emptied = losses.filter(({ isEmptied }) => isEmptied)
  const others = losses.filter(({ isEmptied }) => !isEmptied)
  const sum = (of: (loss: (typeof losses)[number]) => number) => others.reduce((total, loss) => total + of(loss), 0)
  const deletes = sum(({ deleted }) => deleted)
  const shrunk = others.filter(isMost)
  const mostOfAll = isMost({ before: sum(({ before }) => before), lost: sum(({ lost }) => Math.max(0, lost)) })
  const refusesEmpty = emptied.length > 0 && !allowEmpty
  const refusesDeletes = (shrunk.length > 0 || mostOfAll) && deletes > allowDeletes
  if (!refusesEmpty && !refusesDeletes) return null
  const flags = [...(refusesEmpty ? ["--allow-empty"] : []), ...(refusesDeletes ? [`--allow-deletes=${deletes}`] : [])]
  return new UnsafePlan({
    message: [
      "Refused: the plan would delete most of what the file manages.",
      ...(refusesEmpty ? emptied : []).map(({ url, before }) => `  ${urlText(url)}: all ${before} rules`),
      ...(refusesDeletes ? others.filter(({ deleted }) => deleted > 0) : []).map(
        ({ url, before, deleted }) => `  ${urlText(url)}: ${deleted} of ${before} rules`
      ),
      `Check that the file is complete. If it is, add ${flags.join(" ")}.`
    ].join("\n")
  })
}
