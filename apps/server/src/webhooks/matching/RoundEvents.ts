/** Creates the events of what a round found, until the credits of an account run out. */
import type { AccountId, RuleId } from "@heddle/api"
import { Array as Arr, Effect } from "effect"
import { failpoint } from "../../runtime/Failpoint.ts"
import { compareCodes } from "../../store/posts/PostsByCode.ts"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { Match } from "../delivery/NewEvents.ts"
import type { Outbox } from "../delivery/Outbox.ts"
import type { MatchableRule } from "../management/RuleRow.ts"

/**
 * What a round found, in order of the posts' time, so that credits that run out cut an account's events at a clean place.
 */
interface Found {
  readonly accountId: AccountId
  readonly ruleId: RuleId
  readonly revision: number
  readonly postCode: string
  readonly time: number
}

const inOrder = (a: Found, b: Found): number =>
  a.time - b.time || compareCodes(a.postCode, b.postCode) || compareCodes(a.ruleId, b.ruleId)

const makeFoundMatches = () => {
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

/** Matches whose events are created in one transaction. */
const eventsAtOnce = 500
/** Matches that are looked up in one statement. Most have their event since an earlier round. */
const lookedUpAtOnce = 5_000
/** Matches that are held in memory. With more in a round, events of one account are in order only within this many. */
const maxFound = 25_000

export const makeRoundEvents = (outbox: Outbox["Service"]) => {
  const found = makeFoundMatches()
  const outOfCredits = new Set<AccountId>()
  let created = 0

  const canPay = ({ accountId }: Match): boolean => !outOfCredits.has(accountId)

  const createMissing = Effect.fnUntraced(function* (matches: ReadonlyArray<Match>) {
    for (const chunk of Arr.chunksOf(matches, eventsAtOnce)) {
      const some = chunk.filter(canPay)
      if (some.length === 0) continue
      const added = yield* outbox.add(some)
      created += added.created
      for (const accountId of added.outOfCredits) outOfCredits.add(accountId)
    }
  })

  const create = Effect.gen(function* () {
    yield* failpoint("round.afterMatch")
    for (const some of Arr.chunksOf(found.take(), lookedUpAtOnce)) {
      yield* createMissing(yield* outbox.withoutEvent(some))
    }
  })

  return {
    add: found.add,
    /** Creates the events when there is no room for more matches. */
    createSome: Effect.suspend(() => (found.size > maxFound ? create : Effect.void)),
    /** Creates the events of all matches so far. */
    create,
    /** The accounts that could not pay for all of their events. */
    outOfCredits,
    get created() {
      return created
    }
  }
}

export type RoundEvents = ReturnType<typeof makeRoundEvents>
