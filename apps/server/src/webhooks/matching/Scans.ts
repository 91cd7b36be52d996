/**
 * Reads the posts of a round and finds their matches: changed posts for the accounts that saw all changes before, and for
 * the others, as well as for new rules, the posts of the window that contain their keywords or reach their thresholds.
 */
import { type AccountId, maxLookbackHours } from "@heddle/api"
import { type EncodedKeyword, encodeKeyword } from "@heddle/text"
import { Effect, Stream } from "effect"
import { hourMillis, plusMillis } from "../../runtime/Time.ts"
import { forEachInSlices } from "../../runtime/TimeSlices.ts"
import type { Candidate, FeedCursor, PostChangeFeed } from "../../store/posts/PostChangeFeed.ts"
import type { LiveRules } from "./LiveRules.ts"
import type { Account, NewRule } from "./RoundAccounts.ts"
import type { RoundEvents } from "./RoundEvents.ts"
import { makeRuleIndex, type RuleIndex } from "./RuleIndex.ts"
import type { MatchableRule } from "../management/RuleRow.ts"

/** Keywords that are looked up by themselves. With more, reading the window once costs less. */
const maxLookups = 40
export interface ScanPlan {
  readonly accounts: ReadonlyMap<AccountId, Account>
  readonly newRules: ReadonlyArray<NewRule>
  readonly cursors: ReadonlyMap<number, FeedCursor | null>
  readonly target: FeedCursor
  readonly at: Date
  readonly events: RoundEvents
}

type Cursors = ScanPlan["cursors"]

export const makeScans = (feed: PostChangeFeed["Service"], live: LiveRules) => {
  /** The shards of which the changes since their last round are not known. */
  const withoutChanges = (cursors: Cursors, target: FeedCursor): ReadonlySet<number> => {
    const isKnown = (cursor: FeedCursor | null) => cursor !== null && feed.knowsChanges(cursor, target)
    return new Set([...cursors].filter(([, cursor]) => !isKnown(cursor)).map(([shard]) => shard))
  }

  /** Adds the matches of a page. Returns the number of posts. */
  const matchPage =
    ({ events, at }: ScanPlan, index: RuleIndex<MatchableRule>, isWanted: (rule: MatchableRule) => boolean) =>
    (page: ReadonlyArray<Candidate>) =>
      Effect.as(
        forEachInSlices(page, (post) => {
          for (const rule of index.match(post, at)) if (isWanted(rule)) events.add(rule, post)
        }),
        page.length
      )

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
      const pages = feed.changes(cursor, wanted(maxLookbackHours, plan, live.index))
      return Stream.mapEffect(pages, matchPage(plan, live.index, isWanted))
    })
    return Stream.flatMap(Stream.fromIterable(passes), (pass) => pass)
  }

  /** Each rule once: a new one comes with its account if that needs its whole window. */
  const rulesOfWindow = function* ({ accounts, newRules }: ScanPlan): Iterable<MatchableRule> {
    for (const [accountId, { extent }] of accounts) if (extent === "window") yield* live.rulesOf(accountId).values()
    for (const { accountId, id } of newRules) {
      const rule = live.rulesOf(accountId).get(id)
      if (rule !== undefined && accounts.get(accountId)?.extent === "changes") yield rule
    }
  }

  const windows = (plan: ScanPlan) =>
    Stream.unwrap(
      Effect.map(byKeyword(rulesOfWindow(plan)), ({ trending, keywords }) => {
        const isLookedUp = keywords.size <= maxLookups
        const inWindow = isLookedUp ? trending : [...trending, ...[...keywords.values()].flat()]
        return Stream.fromIterable(isLookedUp ? keywords : []).pipe(
          Stream.flatMap(([keyword, rules]) => pass(plan, rules, (wanted) => feed.containing(keyword, wanted))),
          Stream.concat(pass(plan, inWindow, feed.window))
        )
      })
    )

  /** The index of all rules if it has few others, otherwise one of only these. */
  const indexOf = Effect.fnUntraced(function* (rules: ReadonlyArray<MatchableRule>) {
    if (rules.length * 2 > live.index.size) return live.index
    const index = makeRuleIndex<MatchableRule>()
    yield* forEachInSlices(rules, index.add)
    return index
  })

  const pass = (plan: ScanPlan, rules: ReadonlyArray<MatchableRule>, read: PostChangeFeed["Service"]["window"]) => {
    if (rules.length === 0) return Stream.empty
    const own = new Set(rules)
    const hours = rules.reduce((longest, { lookbackHours }) => Math.max(longest, lookbackHours), 0)
    return Stream.unwrap(
      Effect.map(indexOf(rules), (index) =>
        Stream.mapEffect(
          read(wanted(hours, plan, index)),
          matchPage(plan, index, (rule) => own.has(rule))
        )
      )
    )
  }

  /** Adds all matches to `events`. Each element is the number of posts of a page. */
  const run = (plan: ScanPlan): Stream.Stream<number> => Stream.concat(windows(plan), changes(plan))

  return { withoutChanges, run }
}

/** Rules by their keyword in its canonical form. One without a token matches nothing. */
const byKeyword = Effect.fnUntraced(function* (rules: Iterable<MatchableRule>) {
  const trending: Array<MatchableRule> = []
  const keywords = new Map<EncodedKeyword, Array<MatchableRule>>()
  yield* forEachInSlices(rules, (rule) => {
    const keyword = rule.keyword === null ? null : encodeKeyword(rule.keyword)
    if (keyword === null) trending.push(rule)
    else if (keyword !== undefined) {
      const same = keywords.get(keyword)
      if (same === undefined) keywords.set(keyword, [rule])
      else same.push(rule)
    }
  })
  return { trending, keywords }
})
