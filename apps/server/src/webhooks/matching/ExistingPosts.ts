/**
 * The posts that a rule matches when it is created. Without `sendExisting` it leaves them out: their codes are stored with
 * the rule, where events are made (`delivery/NewEvents.ts`), until no window can contain them.
 *
 * The window is read before the transaction that creates the rule, which must be short. The transaction itself looks only
 * at the posts that changed meanwhile, so the posts that are left out are those that match when it commits.
 */
import { invalidParameter, type InvalidParameter, type NewRuleInput } from "@heddle/api"
import { Array as Arr, Clock, Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { arrayOf } from "../../database/client/Recordset.ts"
import { forEachInSlices } from "../../runtime/Batches.ts"
import { newId } from "../../runtime/Ids.ts"
import { Settings } from "../../runtime/Settings.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { type Candidate, type FeedCursor, PostChangeFeed } from "../../store/posts/PostChangeFeed.ts"
import type { LeaveOut } from "../management/RuleChanges.ts"
import { checkedColumns, type RuleRow } from "../management/RuleRow.ts"
import { type IndexedRule, makeRuleIndex } from "./RuleIndex.ts"

/** The posts that a rule may leave out. Their codes are in memory at once and are written by one transaction. */
export const maxLeftOut = 50_000
/** How long posts are counted only to tell what they cost. */
const countMillis = 2_000
const rowsAtOnce = 5_000

export interface ExistingMatches {
  readonly matches: number
  /** False when there was no time to count all of them. */
  readonly isComplete: boolean
  /** Null when the rule sends them. */
  readonly leaveOut: LeaveOut | null
}

export class ExistingPosts extends Context.Service<
  ExistingPosts,
  {
    /** Counts the posts that a new rule matches and, if it leaves them out, remembers which. Outside any transaction. */
    of(input: NewRuleInput): Effect.Effect<ExistingMatches, InvalidParameter>
  }
>()("@heddle/server/webhooks/matching/ExistingPosts") {
  static readonly layer = Layer.effect(
    ExistingPosts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const feed = yield* PostChangeFeed
      const { ruleLanguages } = yield* Settings

      /** Within the transaction that creates the rule, after the rule itself. */
      const leaveOut = (found: ReadonlySet<string>, since: FeedCursor): LeaveOut =>
        Effect.fnUntraced(function* (rule: RuleRow) {
          const { wanted, matching } = finder(rule, yield* now)
          if (!feed.knowsChanges(since, yield* feed.cursor)) {
            return yield* Effect.die(new Error("The database was replaced while a rule was created."))
          }
          const codes = new Set(found)
          yield* Stream.runForEach(feed.changedKeys(since, wanted.from), (keys) =>
            forEachInSlices(keys, ({ code }) => void codes.delete(code))
          )
          yield* Stream.runForEach(feed.changes(since, wanted), matching(codes))
          for (const some of Arr.chunksOf(codes, rowsAtOnce)) {
            yield* sql`
              INSERT INTO webhook_existing_posts (rule_id, post_code, account_id)
              SELECT ${rule.id}, code, ${rule.accountId} FROM unnest(${arrayOf("text", some)}) AS c (code)`
          }
        })

      const of = Effect.fn("ExistingPosts.of")(function* ({ sendExisting = true, ...input }: NewRuleInput) {
        const columns = yield* checkedColumns(input, ruleLanguages)
        const { wanted, matching } = finder({ ...columns, id: yield* newId("rule") }, yield* now)
        const since = yield* feed.cursor
        const deadline = (yield* Clock.currentTimeMillis) + countMillis
        const codes = new Set<string>()
        const collect = matching(codes)
        let isComplete = true
        const isWorthIt = Effect.map(Clock.currentTimeMillis, (time) =>
          sendExisting ? time < deadline : codes.size <= maxLeftOut
        )
        const { encoded } = columns
        const pages = encoded === null ? feed.window(wanted) : feed.containing(encoded, wanted)
        yield* Stream.runForEachWhile(pages, (page) =>
          Effect.gen(function* () {
            yield* collect(page)
            isComplete = yield* isWorthIt
            return isComplete
          })
        )
        if (!sendExisting && codes.size > maxLeftOut) return yield* tooMany
        return { matches: codes.size, isComplete, leaveOut: sendExisting ? null : leaveOut(codes, since) }
      })

      return ExistingPosts.of({ of })
    })
  )
}

/** How a round finds the posts of a rule, at a given time. */
const finder = (rule: IndexedRule, at: Date) => {
  const index = makeRuleIndex<IndexedRule>()
  index.add(rule)
  return {
    wanted: { from: plusMillis(at, -rule.lookbackHours * hourMillis), reach: index.reach() },
    /** Adds the codes of those of a page that match. */
    matching: (codes: Set<string>) => (page: ReadonlyArray<Candidate>) =>
      forEachInSlices(page, (post) => {
        if (index.match(post, at).length > 0) codes.add(post.code)
      })
  }
}

const tooMany = invalidParameter({
  path: "sendExisting",
  message: `more than ${maxLeftOut} posts match this rule now, which are too many to leave out. Raise a threshold or choose a rarer keyword`
})
