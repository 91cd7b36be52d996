/** Multiset difference between the desired and the actual rules of an endpoint. */
import type { ActualRule } from "./Actual.ts"
import type { DesiredRule } from "./Desired.ts"
import { ruleKey } from "./RuleContent.ts"

export interface Kept {
  readonly desired: DesiredRule
  readonly actual: ActualRule
}

export interface Excess extends ActualRule {
  /** For a duplicate, the id of the older rule with the same content, which stays; otherwise null. */
  readonly twinOf: string | null
}

export interface Difference {
  readonly kept: ReadonlyArray<Kept>
  readonly missing: ReadonlyArray<DesiredRule>
  readonly excess: ReadonlyArray<Excess>
}

/** Ids sort by creation time. */
const oldestFirst = (left: { readonly id: string }, right: { readonly id: string }) =>
  left.id < right.id ? -1 : left.id > right.id ? 1 : 0

/** Keeps the oldest of equal rules, because the service knows which posts it has already sent for that one. */
export const difference = (desired: ReadonlyArray<DesiredRule>, actual: ReadonlyArray<ActualRule>): Difference => {
  const unmatched = new Map<string, Array<DesiredRule>>()
  for (const rule of desired) {
    const key = ruleKey(rule.content)
    const same = unmatched.get(key)
    if (same === undefined) unmatched.set(key, [rule])
    else same.push(rule)
  }
  const kept: Array<Kept> = []
  const excess: Array<Excess> = []
  const keptIds = new Map<string, string>()
  const matched = new Set<DesiredRule>()
  for (const rule of actual.toSorted(oldestFirst)) {
    const key = ruleKey(rule.content)
    const match = unmatched.get(key)?.shift()
    if (match === undefined) {
      excess.push({ ...rule, twinOf: keptIds.get(key) ?? null })
      continue
    }
    kept.push({ desired: match, actual: rule })
    matched.add(match)
    if (!keptIds.has(key)) keptIds.set(key, rule.id)
  }
  return { kept, excess, missing: desired.filter((rule) => !matched.has(rule)) }
}
