/** Pairs deletes with creates that are edits of the same rule. Affects only display and order: edits get a new id. */
import type { DesiredRule } from "./Desired.ts"
import type { Excess } from "./Multiset.ts"

export interface Replacement {
  readonly before: Excess
  readonly after: DesiredRule
  /** When a deferred handover creates the new rule; null when it is created at once. */
  readonly createsAt: Date | null
}

/** With what the rule map knows. */
export interface KnownExcess extends Excess {
  /** The id of the rule of which this one is a later form. */
  readonly first: string
  /** The name that the rule had in the file. */
  readonly name: string | null
  /** Not a twin, whose older rule stays, and without a successor. */
  readonly mayBeReplaced: boolean
}

const comparedFields = ["likeCount", "replyCount", "viewCount", "lookbackHours", "language"] as const

const keywordWeight = 10
const nameWeight = 100

/** Zero for unrelated rules. Keywords are related when one contains the other, since such rules match the same posts. */
const similarity = (before: KnownExcess, after: DesiredRule): number => {
  const [left, right] = [before.content, after.content]
  // Receivers take no keyword rule for a later form of a trending rule.
  if ((left.keyword === null) !== (right.keyword === null)) return 0
  const sameName = before.name !== null && before.name === after.name
  const sameKeyword = left.keyword === right.keyword
  const [a, b] = [left.keyword ?? "", right.keyword ?? ""]
  if (!sameName && !a.includes(b) && !b.includes(a)) return 0
  const fields = comparedFields.filter((field) => left[field] === right[field]).length
  return (sameName ? nameWeight : 0) + (sameKeyword ? keywordWeight : 1) + fields
}

interface Pair {
  readonly before: KnownExcess
  readonly after: DesiredRule
}

interface Pairing {
  readonly replacements: ReadonlyArray<Pair>
  readonly deletes: ReadonlyArray<Excess>
  readonly creates: ReadonlyArray<DesiredRule>
}

/** Pairs the most similar rules first, ties in the given order. */
export const pairUp = (excess: ReadonlyArray<KnownExcess>, missing: ReadonlyArray<DesiredRule>): Pairing => {
  const bySimilarity = new Map<number, Array<Pair>>()
  for (const before of excess) {
    if (!before.mayBeReplaced) continue
    for (const after of missing) {
      const value = similarity(before, after)
      if (value === 0) continue
      const pairs = bySimilarity.get(value)
      if (pairs === undefined) bySimilarity.set(value, [{ before, after }])
      else pairs.push({ before, after })
    }
  }
  const used = new Set<Excess | DesiredRule>()
  const replacements: Array<Pair> = []
  for (const value of [...bySimilarity.keys()].toSorted((left, right) => right - left)) {
    for (const { before, after } of bySimilarity.get(value) ?? []) {
      if (used.has(before) || used.has(after)) continue
      used.add(before)
      used.add(after)
      replacements.push({ before, after })
    }
  }
  return {
    replacements,
    deletes: excess.filter((rule) => !used.has(rule)),
    creates: missing.filter((rule) => !used.has(rule))
  }
}
