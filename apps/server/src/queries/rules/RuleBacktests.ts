/**
 * The posts of past days that a rule would have matched. A post counts if it reached the thresholds while it was in the
 * window of the rule. Its counts are the newest observed in that time: those of the post itself when it was not observed
 * later, otherwise those of its last snapshot.
 */
import { type BacktestDay, webhookEventPrice } from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { dayOf, isoDay, now } from "../../runtime/Time.ts"
import { scanDayChunks, type Window } from "../../store/scan/ChunkedScan.ts"
import { lastDays } from "../filters/Filters.ts"
import { hasTextOf, reaches, type Thresholds, type WantedPosts } from "./RuleFilter.ts"

export class RuleBacktests extends Context.Service<
  RuleBacktests,
  { of(rule: WantedPosts, days: number): Effect.Effect<ReadonlyArray<BacktestDay>> }
>()("@heddle/server/queries/rules/RuleBacktests") {
  static readonly layer = Layer.effect(
    RuleBacktests,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const reachedInTime = (rule: WantedPosts, { from, until }: Window) => {
        const inTime = sql`p.posted_at + make_interval(hours => ${rule.lookbackHours}::integer)`
        return sql`
          CASE WHEN p.observed_at <= ${inTime} THEN ${reaches(sql, "p", rule)}
          ELSE (
            SELECT ${reaches(sql, "m", rule)} FROM post_metrics m
            WHERE m.posted_at = p.posted_at AND m.code = p.code AND m.posted_at >= ${from} AND m.posted_at < ${until}
              AND m.observed_at <= ${inTime}
            ORDER BY m.observed_at DESC LIMIT 1
          ) END`
      }

      const matches = (rule: WantedPosts, chunk: Window) =>
        Effect.map(
          sql<{ matches: number }>`
            SELECT count(*) AS matches FROM posts p
            WHERE ${reaches(sql, "p", halfOf(rule))} AND ${hasTextOf(sql, rule, chunk)} AND ${reachedInTime(rule, chunk)}`
            .unprepared,
          ([row]) => row?.matches ?? 0
        )

      const of = Effect.fn("RuleBacktests.of")(function* (rule: WantedPosts, days: number) {
        const window = lastDays(days, yield* now)
        const counts = yield* scanDayChunks(window, (chunk) =>
          Effect.map(matches(rule, chunk), (count) => [dayOf(chunk.from) - window.first, count] as const)
        ).pipe(
          Stream.runFold(
            () => Array.from({ length: days }, () => 0),
            (sums, [day, count]) => sums.with(day, (sums[day] ?? 0) + count)
          ),
          Effect.orDie
        )
        return counts.map((count, day) => ({
          day: isoDay(window.first + day),
          matches: count,
          credits: count * webhookEventPrice
        }))
      })

      return RuleBacktests.of({ of })
    })
  )
}

/**
 * Posts that have less than half of a threshold now are left out without a look at their snapshots. It keeps the scan of a
 * trending rule short; counts fall, but hardly ever by half.
 */
const halfOf = ({ likeCount, replyCount, viewCount }: Thresholds): Thresholds => {
  const half = (threshold: number | null) => (threshold === null ? null : Math.floor(threshold / 2))
  return { likeCount: half(likeCount), replyCount: half(replyCount), viewCount: half(viewCount) }
}
