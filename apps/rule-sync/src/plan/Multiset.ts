/** Desired and actual rules of one endpoint as multisets: equal ones pair up, the rest is left over. */
import type { ActualRule } from "./Actual.ts"
import type { DesiredRule } from "./Desired.ts"
import { ruleKey } from "./RuleContent.ts"

export interface Kept {
  readonly desired: DesiredRule
  readonly actual: ActualRule
}

export interface Excess extends ActualRule {
  /** The rule with the same content that stays, when this one is its younger twin. */
  readonly twinOf: string | null
}

export interface Difference {
  readonly kept: ReadonlyArray<Kept>
  readonly missing: ReadonlyArray<DesiredRule>
  readonly excess: ReadonlyArray<Excess>
}

/** Ids sort by age. */
const oldestFirst = (left: { readonly id: string }, right: { readonly id: string }) =>
  left.id < right.id ? -1 : left.id > right.id ? 1 : 0

/** Of equal rules the oldest stays: it remembers which posts it has sent already. */
export const difference = (desired: ReadonlyArray<DesiredRule>, actual: ReadonlyArray<ActualRule>): Difference => {
  const waiting = new Map<string, Array<DesiredRule>>()
  for (const rule of desired) {
    const key = ruleKey(rule.content)
    const same = waiting.get(key)
    if (same === undefined) waiting.set(key, [rule])
    else same.push(rule)
  }
  const kept: Array<Kept> = []
  const excess: Array<Excess> = []
  const keptIds = new Map<string, string>()
  const settled = new Set<DesiredRule>()
  for (const rule of actual.toSorted(oldestFirst)) {
    const key = ruleKey(rule.content)
    const wanted = waiting.get(key)?.shift()
    if (wanted === undefined) {
      excess.push({ ...rule, twinOf: keptIds.get(key) ?? null })
      continue
    }
    kept.push({ desired: wanted, actual: rule })
    settled.add(wanted)
    if (!keptIds.has(key)) keptIds.set(key, rule.id)
  }
  return { kept, excess, missing: desired.filter((rule) => !settled.has(rule)) }
}
