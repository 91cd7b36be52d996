/**
 * All live rules, arranged so that a post meets only those it may match. It is kept between rounds: adding and removing a
 * rule costs no rebuild. Pure but for its own state.
 *
 * A keyword index and thresholds find candidates, `passes` decides. Rules that ask for the same, which many accounts may
 * have, are tried once.
 */
import type { RuleId } from "@heddle/api"
import { type EncodedKeyword, encodeKeyword, makeKeywordIndex } from "@heddle/text"
import type { Candidate, Reach } from "../../store/posts/PostChangeFeed.ts"
import { type Conditions, passes } from "./Conditions.ts"
import { ReachCounter } from "./Reach.ts"
import type { MatchableRule } from "./RuleRow.ts"
import { ThresholdIndex } from "./ThresholdIndex.ts"

export interface RuleIndex<R extends MatchableRule> {
  /** Without the rules whose keyword has no token: they match nothing and are not kept. */
  readonly size: number
  /** Replaces a rule of the same id. */
  readonly add: (rule: R) => void
  readonly remove: (rule: R) => void
  /** The rules that this post matches at this time, in no order. */
  readonly match: (post: Candidate, at: Date) => ReadonlyArray<R>
  /** A post that reaches none of these counts matches no rule, so that the database need not return it. */
  readonly reach: () => Reach
}

/** The rules that ask for the same. */
interface Group<R> extends Conditions {
  readonly keyword: EncodedKeyword | null
  readonly key: string
  readonly members: Array<Member<R>>
}

interface Member<R> {
  readonly rule: R
  readonly group: Group<R>
  /** Its place among the members of its group. */
  at: number
}

/** No two different conditions have the same key: only the keyword, which comes last, can contain a space. */
const keyOf = (rule: MatchableRule, keyword: EncodedKeyword | null): string =>
  `${rule.language} ${rule.likeCount} ${rule.replyCount} ${rule.viewCount} ${rule.lookbackHours} ${keyword ?? ""}`

const groupOf = <R extends MatchableRule>(rule: R, keyword: EncodedKeyword | null, key: string): Group<R> => ({
  keyword,
  key,
  language: rule.language,
  likeCount: rule.likeCount,
  replyCount: rule.replyCount,
  viewCount: rule.viewCount,
  lookbackHours: rule.lookbackHours,
  members: []
})

/** Takes a member out in constant time, by moving the last one to its place. */
const leave = <R>(member: Member<R>): void => {
  const { members } = member.group
  const last = members.pop()
  if (last === undefined || last === member) return
  last.at = member.at
  members[last.at] = last
}

export const makeRuleIndex = <R extends MatchableRule>(): RuleIndex<R> => {
  const members = new Map<RuleId, Member<R>>()
  const groups = new Map<string, Group<R>>()
  const keywords = makeKeywordIndex<ThresholdIndex<Group<R>>>()
  const trending = new ThresholdIndex<Group<R>>()
  const reach = new ReachCounter()

  const file = (group: Group<R>): void => {
    groups.set(group.key, group)
    reach.add(group)
    if (group.keyword === null) return trending.add(group)
    const known = keywords.get(group.keyword)
    const index = known ?? new ThresholdIndex<Group<R>>()
    if (known === undefined) keywords.set(group.keyword, index)
    index.add(group)
  }

  const unfile = (group: Group<R>): void => {
    groups.delete(group.key)
    reach.remove(group)
    if (group.keyword === null) return trending.remove(group)
    const index = keywords.get(group.keyword)
    index?.remove(group)
    if (index?.isEmpty === true) keywords.delete(group.keyword)
  }

  const remove = ({ id }: R): void => {
    const member = members.get(id)
    if (member === undefined) return
    members.delete(id)
    leave(member)
    if (member.group.members.length === 0) unfile(member.group)
  }

  const add = (rule: R): void => {
    remove(rule)
    const keyword = rule.keyword === null ? null : encodeKeyword(rule.keyword)
    if (keyword === undefined) return
    const key = keyOf(rule, keyword)
    const known = groups.get(key)
    const group = known ?? groupOf(rule, keyword, key)
    if (known === undefined) file(group)
    const member = { rule, group, at: group.members.length }
    group.members.push(member)
    members.set(rule.id, member)
  }

  const match = (post: Candidate, at: Date): ReadonlyArray<R> => {
    const matching: Array<R> = []
    const verify = (group: Group<R>): void => {
      if (passes(group, post, at)) for (const { rule } of group.members) matching.push(rule)
    }
    for (const index of keywords.match(post.tokenText)) index.eachCandidate(post, verify)
    trending.eachCandidate(post, verify)
    return matching
  }

  return {
    get size() {
      return members.size
    },
    add,
    remove,
    match,
    reach: () => reach.lowest()
  }
}
