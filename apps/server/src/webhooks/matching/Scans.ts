/**
 * Reads the posts of a round and finds their matches: changed posts for the accounts that saw all changes before, and for
 * the others, as well as for new rules, the posts of the window that contain their keywords or reach their thresholds.
 */
import { type AccountId, maxLookbackHours, type RuleId } from "@heddle/api"
import { type EncodedKeyword, encodeKeyword } from "@heddle/text"
import { Clock, Effect, Option, Stream } from "effect"
import { hourMillis, plusMillis } from "../../runtime/Time.ts"
import { type FeedCursor, transactionOf } from "../../store/posts/FeedCursor.ts"
import type { Candidate, PostChangeFeed } from "../../store/posts/PostChangeFeed.ts"
import type { makeFoundMatches } from "./FoundMatches.ts"
import type { LiveRules } from "./LiveRules.ts"
import type { Account, NewRule } from "./RoundAccounts.ts"
import { makeRuleIndex, type RuleIndex } from "./RuleIndex.ts"
import type { MatchableRule } from "./RuleRow.ts"

/** Keywords that are looked up by themselves. With more, reading the window once costs less. */
const maxLookups = 40
/** Matching yields after this time, so that answers to calls do not wait for it. */
const sliceNanos = 4_000_000n

export interface ScanPlan {
  readonly accounts: ReadonlyMap<AccountId, Account>
  readonly newRules: ReadonlyArray<NewRule>
  readonly cursors: ReadonlyMap<number, FeedCursor | null>
  readonly target: FeedCursor
  readonly at: Date
  readonly found: ReturnType<typeof makeFoundMatches>
}

type Cursors = ScanPlan["cursors"]

export const makeScans = (feed: PostChangeFeed["Service"], live: LiveRules) => {
  /** The shards of which the changes since their last round are not known. */
  const withoutChanges = (cursors: Cursors, target: FeedCursor): ReadonlySet<number> => {
    const isKnown = (cursor: FeedCursor | null) => cursor !== null && Option.isSome(transactionOf(cursor, target))
    return new Set([...cursors].filter(([, cursor]) => !isKnown(cursor)).map(([shard]) => shard))
  }

  /** Adds the matches of a page, with pauses. Returns the number of posts. */
  const matchPage = (
    { found, at }: ScanPlan,
    index: RuleIndex<MatchableRule>,
    isWanted: (rule: MatchableRule) => boolean
  ) =>
    Effect.fnUntraced(function* (page: ReadonlyArray<Candidate>) {
      const clock = yield* Clock.Clock
      let began = clock.monotonicTimeNanosUnsafe()
      for (const post of page) {
        for (const rule of index.match(post, at)) if (isWanted(rule)) found.add(rule, post)
        if (clock.monotonicTimeNanosUnsafe() - began < sliceNanos) continue
        yield* Effect.yieldNow
        began = clock.monotonicTimeNanosUnsafe()
      }
      return page.length
    })

  const wanted = (hours: number, { at }: ScanPlan, index: RuleIndex<MatchableRule>) => ({
    from: plusMillis(at, -hours * hourMillis),
    reach: index.reach()
  })

  /** One pass for all shards that have the same cursor, which is usually all. */
  const changes = (plan: ScanPlan) => {
    const shardsOf = Map.groupBy(plan.cursors, ([, cursor]) => cursor)
    const passes = Array.from(shardsOf, ([cursor, entries]) => {
      const shards = new Set(entries.map(([shard]) => shard))
      const isWanted = ({ accountId }: MatchableRule): boolean => {
        const account = plan.accounts.get(accountId)
        return account?.extent === "changes" && shards.has(account.row.shard)
      }
      const some = [...plan.accounts.values()].some(({ row, extent }) => extent === "changes" && shards.has(row.shard))
      if (cursor === null || !some || live.index.size === 0) return Stream.empty
      const pages = feed.changes(cursor, plan.target, wanted(maxLookbackHours, plan, live.index))
      return Option.match(pages, {
        onNone: () => Stream.empty,
        onSome: Stream.mapEffect(matchPage(plan, live.index, isWanted))
      })
    })
    return Stream.fromIterable(passes).pipe(Stream.flatMap((pass) => pass))
  }

  const rulesOfWindow = ({ accounts, newRules }: ScanPlan): ReadonlyArray<MatchableRule> => {
    const rules = new Map<RuleId, MatchableRule>()
    for (const [accountId, { extent }] of accounts) {
      if (extent === "window") for (const rule of live.rulesOf(accountId).values()) rules.set(rule.id, rule)
    }
    for (const { accountId, id } of newRules) {
      const rule = live.rulesOf(accountId).get(id)
      if (rule !== undefined && accounts.get(accountId)?.extent === "changes") rules.set(id, rule)
    }
    return [...rules.values()]
  }

  const windows = (plan: ScanPlan) => {
    const rules = rulesOfWindow(plan)
    const keywords = new Map<EncodedKeyword, Array<MatchableRule>>()
    const inWindow: Array<MatchableRule> = []
    for (const rule of rules) {
      const keyword = rule.keyword === null ? null : encodeKeyword(rule.keyword)
      if (keyword === null) inWindow.push(rule)
      else if (keyword !== undefined) keywords.set(keyword, [...(keywords.get(keyword) ?? []), rule])
    }
    const isLookedUp = keywords.size <= maxLookups
    if (!isLookedUp) inWindow.push(...[...keywords.values()].flat())
    const lookups = isLookedUp ? [...keywords] : []
    return Stream.fromIterable(lookups).pipe(
      Stream.flatMap(([keyword, rules]) => pass(plan, rules, (wanted) => feed.containing(keyword, wanted))),
      Stream.concat(pass(plan, inWindow, feed.window))
    )
  }

  const pass = (plan: ScanPlan, rules: ReadonlyArray<MatchableRule>, read: PostChangeFeed["Service"]["window"]) => {
    if (rules.length === 0) return Stream.empty
    const index = makeRuleIndex<MatchableRule>()
    for (const rule of rules) index.add(rule)
    const hours = rules.reduce((longest, { lookbackHours }) => Math.max(longest, lookbackHours), 0)
    return read(wanted(hours, plan, index)).pipe(Stream.mapEffect(matchPage(plan, index, () => true)))
  }

  /** Adds all matches to `found`. Each element is the number of posts of a page. */
  const run = (plan: ScanPlan): Stream.Stream<number> => Stream.concat(windows(plan), changes(plan))

  return { withoutChanges, run }
}
