/**
 * All live rules, arranged so that a post meets only those it may match. It is kept between rounds: adding and removing a
 * rule costs no rebuild. Pure but for its own state.
 *
 * A keyword index and thresholds find candidates, then `passes` decides.
 */
import type { RuleId } from "@heddle/api"
import { type EncodedKeyword, encodeKeyword, makeKeywordIndex } from "@heddle/text"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import { type Conditions, passes } from "./Conditions.ts"
import { ReachCounter, ThresholdIndex } from "./ThresholdIndex.ts"
import type { MatchableRule } from "../management/RuleRow.ts"

export type IndexedRule = Conditions & Pick<MatchableRule, "id" | "keyword">

/** The rules that ask for the same; they are tried once. */
interface Group<R> extends Conditions {
  readonly key: string
  readonly rules: Array<R>
}

interface Place<R> {
  readonly group: Group<R>
  /** Among the rules of the group. */
  at: number
}

/** `null` for a trending rule, `undefined` for a keyword without a token. */
const keywordOf = ({ keyword }: IndexedRule): EncodedKeyword | null | undefined =>
  keyword === null ? null : encodeKeyword(keyword)

/** No two different conditions have the same key: only the keyword, which comes last, can contain a space. */
const keyOf = (rule: IndexedRule, keyword: EncodedKeyword | null): string =>
  [rule.language, rule.likeCount, rule.replyCount, rule.viewCount, rule.lookbackHours, keyword].join(" ")

const groupOf = <R extends IndexedRule>(rule: R, key: string): Group<R> => ({
  key,
  language: rule.language,
  likeCount: rule.likeCount,
  replyCount: rule.replyCount,
  viewCount: rule.viewCount,
  lookbackHours: rule.lookbackHours,
  rules: [rule]
})

export const makeRuleIndex = <R extends IndexedRule>() => {
  const places = new Map<RuleId, Place<R>>()
  const groups = new Map<string, Group<R>>()
  const keywords = makeKeywordIndex<ThresholdIndex<Group<R>>>()
  const trending = new ThresholdIndex<Group<R>>()
  const reach = new ReachCounter()

  const file = (group: Group<R>, keyword: EncodedKeyword | null): void => {
    groups.set(group.key, group)
    reach.add(group)
    if (keyword === null) return trending.add(group)
    const known = keywords.get(keyword)
    const index = known ?? new ThresholdIndex<Group<R>>()
    if (known === undefined) keywords.set(keyword, index)
    index.add(group)
  }

  const unfile = (group: Group<R>, keyword: EncodedKeyword | null): void => {
    groups.delete(group.key)
    reach.remove(group)
    if (keyword === null) return trending.remove(group)
    const index = keywords.get(keyword)
    index?.remove(group)
    if (index?.isEmpty === true) keywords.delete(keyword)
  }

  /** Takes a rule out of its group in constant time, by moving the last rule to its place; gives the rule as it was added. */
  const leave = ({ group: { rules }, at }: Place<R>): R | undefined => {
    const left = rules[at]
    const last = rules.pop()
    const placeOfLast = last === undefined || last === left ? undefined : places.get(last.id)
    if (last !== undefined && placeOfLast !== undefined) {
      rules[at] = last
      placeOfLast.at = at
    }
    return left
  }

  const remove = ({ id }: R): void => {
    const place = places.get(id)
    if (place === undefined) return
    const rule = leave(place)
    places.delete(id)
    const keyword = rule === undefined ? undefined : keywordOf(rule)
    if (keyword !== undefined && place.group.rules.length === 0) unfile(place.group, keyword)
  }

  /** Replaces a rule of the same id. */
  const add = (rule: R): void => {
    remove(rule)
    const keyword = keywordOf(rule)
    if (keyword === undefined) return
    const key = keyOf(rule, keyword)
    const known = groups.get(key)
    const group = known ?? groupOf(rule, key)
    if (known === undefined) file(group, keyword)
    else known.rules.push(rule)
    places.set(rule.id, { group, at: group.rules.length - 1 })
  }

  /** The rules that this post matches at this time, in no order. */
  const match = (post: Candidate, at: Date): ReadonlyArray<R> => {
    const matching: Array<R> = []
    const verify = (group: Group<R>): void => {
      if (passes(group, post, at)) for (const rule of group.rules) matching.push(rule)
    }
    for (const index of keywords.match(post.tokenText)) index.eachCandidate(post, verify)
    trending.eachCandidate(post, verify)
    return matching
  }

  return {
    /** Without the rules whose keyword has no token: they match nothing and are not kept. */
    get size() {
      return places.size
    },
    add,
    remove,
    match,
    /** A post that reaches none of these counts matches no rule, so that the database need not return it. */
    reach: () => reach.lowest()
  }
}

export type RuleIndex<R extends IndexedRule> = ReturnType<typeof makeRuleIndex<R>>
