/** Pairs deletes with creates that are edits of the same rule. Affects only display and order: edits get a new id. */
import type { DesiredRule } from "./Desired.ts"
import type { Excess } from "./Multiset.ts"
import type { RuleContent } from "./RuleContent.ts"

export interface Replacement {
  readonly before: Excess
  readonly after: DesiredRule
}

const comparedFields = ["likeCount", "replyCount", "viewCount", "lookbackHours", "language"] as const

const keywordWeight = 10

/** Zero for unrelated rules. Keywords are related when one contains the other, since such rules match the same posts. */
const similarity = (left: RuleContent, right: RuleContent): number => {
  if ((left.keyword === null) !== (right.keyword === null)) return 0
  const sameKeyword = left.keyword === right.keyword
  const [a, b] = [left.keyword ?? "", right.keyword ?? ""]
  if (!sameKeyword && !a.includes(b) && !b.includes(a)) return 0
  return (sameKeyword ? keywordWeight : 1) + comparedFields.filter((field) => left[field] === right[field]).length
}

export interface Pairing {
  readonly replacements: ReadonlyArray<Replacement>
  readonly deletes: ReadonlyArray<Excess>
  readonly creates: ReadonlyArray<DesiredRule>
}

/** Pairs the most similar rules first, ties in the given order. Never pairs duplicates, whose older rule stays. */
export const pairUp = (excess: ReadonlyArray<Excess>, missing: ReadonlyArray<DesiredRule>): Pairing => {
  const candidates = excess
    .filter(({ twinOf }) => twinOf === null)
    .flatMap((before) =>
      missing.map((after) => ({ before, after, similarity: similarity(before.content, after.content) }))
    )
    .filter((candidate) => candidate.similarity > 0)
    .toSorted((left, right) => right.similarity - left.similarity)
  const used = new Set<Excess | DesiredRule>()
  const replacements: Array<Replacement> = []
  for (const { before, after } of candidates) {
    if (used.has(before) || used.has(after)) continue
    used.add(before)
    used.add(after)
    replacements.push({ before, after })
  }
  return {
    replacements,
    deletes: excess.filter((rule) => !used.has(rule)),
    creates: missing.filter((rule) => !used.has(rule))
  }
}
