/**
 * Refuses plans that look like an accident: a file that was cut short deletes rules that nobody gave up; an address that
 * was changed makes a second endpoint, and both send, and charge for, the same posts.
 */
import { Data } from "effect"
import type { EndpointPlan, Plan } from "./Plan.ts"

export class UnsafePlan extends Data.TaggedError("UnsafePlan")<{ readonly message: string }> {}

export interface SafetyOptions {
  /** Accepts endpoints without rules in the file, even if they have rules at the API. */
  readonly allowEmpty: boolean
  /** Accepts up to this many deletes. */
  readonly allowDeletes: number
  /** Accepts new endpoints with the rules of an endpoint that the file does not name. */
  readonly allowCopies: boolean
  /** How many posts replaced rules may send again; null without a limit. */
  readonly maxResend: number | null
}

/** What an endpoint has, and what it would lose: rules that are deleted and that no new rule makes up for. */
const lossOf = ({ shown, creates, deletes, replacements, unchanged, waiting }: EndpointPlan) => {
  // The older rule of twins stays.
  const deleted = deletes.filter(({ twinOf }) => twinOf === null).length
  const kept = replacements.length + unchanged.length
  return {
    url: shown,
    before: deleted + kept,
    deleted,
    lost: deleted - creates.length,
    isEmptied: deleted > 0 && kept + creates.length + waiting.length === 0
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
    ...(refusesEmpty ? emptied : []).map(({ url, before }) => `  ${url}: all ${before} rules`),
    ...(refusesDeletes ? others.filter(({ deleted }) => deleted > 0) : []).map(
      ({ url, before, deleted }) => `  ${url}: ${deleted} of ${before} rules`
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
          ({ url, of, rules }) => `  ${url}: ${rules} of its rules stand at ${of}, which the file does not name`
        ),
        "If the address has changed, delete the endpoint with the old one first. If you want both, add --allow-copies."
      ]

const refusedResends = (again: number, { maxResend }: SafetyOptions): ReadonlyArray<string> =>
  maxResend === null || again <= maxResend
    ? []
    : [
        `Refused: replaced rules would send ${again} posts again, and --max-resend is ${maxResend}.`,
        `Defer the handover of these rules, or add --max-resend=${again}.`
      ]

/** Null when the plan is safe to apply. `again`: how many posts replaced rules would send again. */
export const checkSafety = (plan: Plan, options: SafetyOptions, again = 0): UnsafePlan | null => {
  const lines = [...refusedDeletes(plan, options), ...refusedCopies(plan, options), ...refusedResends(again, options)]
  return lines.length === 0 ? null : new UnsafePlan({ message: lines.join("\n") })
}
