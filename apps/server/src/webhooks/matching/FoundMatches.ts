/**
 * What a round found, in order of the posts' time, so that credits that run out cut an account's events at a clean place.
 */
import type { AccountId, RuleId } from "@heddle/api"
import type { Match } from "../delivery/NewEvents.ts"
import { compareCodes } from "../../store/posts/CodeOrder.ts"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { MatchableRule } from "../management/RuleRow.ts"

interface Found {
  readonly accountId: AccountId
  readonly ruleId: RuleId
  readonly revision: number
  readonly postCode: string
  readonly time: number
}

const inOrder = (a: Found, b: Found): number =>
  a.time - b.time || compareCodes(a.postCode, b.postCode) || compareCodes(a.ruleId, b.ruleId)

export const makeFoundMatches = () => {
  let found: Array<Found> = []
  return {
    get size() {
      return found.length
    },
    add: ({ accountId, id, revision }: MatchableRule, post: Candidate): void => {
      found.push({ accountId, ruleId: id, revision, postCode: post.code, time: post.postedAt.getTime() })
    },
    /** Everything that was added since the last call, in order and each match once. */
    take: (): ReadonlyArray<Match> => {
      const sorted = found.toSorted(inOrder)
      found = []
      return sorted.filter((one, index) => {
        const before = sorted[index - 1]
        return before === undefined || before.ruleId !== one.ruleId || before.postCode !== one.postCode
      })
    }
  }
}
