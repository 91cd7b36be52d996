/**
 * Refuses plans that look like an accident: a file that was cut short deletes rules that nobody gave up; an address that
 * was changed makes a second endpoint, and both send, and charge for, the same posts.
 */
import { Data } from "effect"
import type { EndpointPlan, Plan } from "./Plan.ts"
import { urlText } from "./RuleContent.ts"

export class UnsafePlan extends Data.TaggedError("UnsafePlan")<{ readonly message: string }> {}

export interface SafetyOptions {
  /** Accepts endpoints without rules in the file, even if they have rules at the API. */
  readonly allowEmpty: boolean
  /** Accepts up to this many deletes. */
  readonly allowDeletes: number
  /** Accepts new endpoints with the rules of an endpoint that the file does not name. */
  readonly allowCopies: boolean
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

const refusedDeletes = ({ endpoints }: Plan, { allowEmpty, allowDeletes }: SafetyOptions): ReadonlyArray<string> => {
  const losses = endpoints.map(lossOf)
  const emptied = losses.filter(({ isEmptied }) => isEmptied)
  const others = losses.filter(({ isEmptied }) => !isEmptied)
  const sum = (of: (loss: (typeof losses)[number]) => number) => others.reduce((total, loss) => total + of(loss), 0)
  const deletes = sum(({ deleted }) => deleted)
  const shrunk = others.filter(isMost)
  const mostOfAll = isMost({ before: sum(({ before }) => before), lost: sum(({ lost }) => Math.max(0, lost)) })
  const refusesEmpty = emptied.length > 0 && !allowEmpty
  const refusesDeletes = (shrunk.length > 0 || mostOfAll) && deletes > allowDeletes
  if (!refusesEmpty && !refusesDeletes) return []
  const flags = [...(refusesEmpty ? ["--allow-empty"] : []), ...(refusesDeletes ? [`--allow-deletes=${deletes}`] : [])]
  return [
    "Refused: the plan would delete most of what the file manages.",
    ...(refusesEmpty ? emptied : []).map(({ url, before }) => `  ${urlText(url)}: all ${before} rules`),
    ...(refusesDeletes ? others.filter(({ deleted }) => deleted > 0) : []).map(
      ({ url, before, deleted }) => `  ${urlText(url)}: ${deleted} of ${before} rules`
    ),
    `Check that the file is complete. If it is, add ${flags.join(" ")}.`
  ]
}

const refusedCopies = ({ copies }: Plan, { allowCopies }: SafetyOptions): ReadonlyArray<string> =>
  allowCopies || copies.length === 0
    ? []
    : [
        "Refused: the plan would create an endpoint with rules that another one has, and both would send the same posts, at their price each.",
        ...copies.map(
          ({ url, of, rules }) =>
            `  ${urlText(url)}: ${rules} of its rules stand at ${urlText(of)}, which the file does not name`
        ),
        "If the address has changed, delete the endpoint with the old one first. If you want both, add --allow-copies."
      ]

/** Null when the plan is safe to apply. */
export const checkSafety = (plan: Plan, options: SafetyOptions): UnsafePlan | null => {
  const lines = [...refusedDeletes(plan, options), ...refusedCopies(plan, options)]
  return lines.length === 0 ? null : new UnsafePlan({ message: lines.join("\n") })
}
