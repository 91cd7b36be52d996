/**
 * The posts that gained the most likes in the last hours (service.md, `/leaderboard/post-like-growth`). What was posted
 * in these hours gained all its likes. What is older gained what it has above the snapshot nearest to and not after
 * their start (decisions, "Leaderboards"); without one, above its first snapshot: growth that nobody saw is not told. A
 * post that was not observed in these hours gained nothing in them.
 */
import { type Body, LeaderboardQuery, type PostLikeGrowthResult, withDefaults } from "@heddle/api"
import { Context, Effect, Layer, Ref, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { languagesOf } from "../filters/LanguageFilter.ts"
import { maxSnapshotLagMillis } from "../../store/posts/MetricSteps.ts"
import { retentionDays } from "../../store/retention/PartitionNames.ts"
import { basicPost, postColumns, withAuthors } from "../../store/posts/PostRow.ts"
import { firstOf, rank, type RankedRow } from "./Ranking.ts"
import { scanDayChunks, type Window } from "../../store/scan/ChunkedScan.ts"

const complete = withDefaults(LeaderboardQuery)

export class PostLikeGrowth extends Context.Service<
  PostLikeGrowth,
  { top(query: LeaderboardQuery): Effect.Effect<Body<typeof PostLikeGrowthResult>> }
>()("@heddle/server/queries/leaderboards/PostLikeGrowth") {
  static readonly layer = Layer.effect(
    PostLikeGrowth,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const older = makeOlder(sql)

      const top = Effect.fn("PostLikeGrowth.top")(function* (query: LeaderboardQuery) {
        const { language, hours, size } = complete(query)
        const until = yield* now
        const start = plusMillis(until, -hours * hourMillis)
        const spoken = sql.in("p.language", languagesOf(language))
        const board = yield* Ref.make(
          yield* rank(
            {
              window: { from: start, until: plusMillis(until, 1) },
              filter: sql`p.like_count > 0 AND ${spoken}`,
              value: "p.like_count",
              size
            },
            sql
          )
        )
        const look = Effect.fnUntraced(function* (slice: Window) {
          const found = yield* Ref.get(board)
          // Who is older must have gained more than the last one; who has gained more has more.
          const last = found[size - 1]?.value ?? 0
          const rows = yield* older({ slice, start, last, spoken, size })
          yield* Ref.set(board, firstOf([...found, ...rows], size))
        })
        // A look at a day costs something even when it has no post.
        const [oldest] = yield* sql<{ postedAt: Date }>`
          SELECT m.posted_at FROM post_metrics m
          WHERE m.posted_at >= ${plusMillis(until, -retentionDays * dayMillis)} AND m.posted_at < ${start}
          ORDER BY m.posted_at LIMIT 1`.unprepared.pipe(Effect.orDie)
        if (oldest !== undefined) {
          yield* scanDayChunks({ from: oldest.postedAt, until: start }, look).pipe(Stream.runDrain, Effect.orDie)
        }
        const rows = yield* Ref.get(board)
        return { data: rows.map((row, index) => ({ rank: index + 1, value: row.value, ...basicPost(row) })) }
      })

      return PostLikeGrowth.of({ top })
    })
  )
}

interface Older {
  readonly slice: Window
  readonly start: Date
  /** They gained more. */
  readonly last: number
  readonly spoken: Statement.Fragment
  readonly size: number
}

const makeOlder =
  (sql: SqlClient.SqlClient) =>
  ({ slice: { from, until }, start, last, spoken, size }: Older) => {
    const ofSlice = sql`m.posted_at >= ${from} AND m.posted_at < ${until}`
    const ofPost = sql`m.posted_at = p.posted_at AND m.code = p.code AND ${ofSlice}`
    // Whatever was observed since the start has a snapshot from here on: what is not observed any more is not looked at.
    const since = plusMillis(start, -maxSnapshotLagMillis(start.getTime() - from.getTime()))
    return withAuthors<RankedRow>(
      sql,
      sql`
        SELECT ${sql.literal(postColumns)}, p.like_count - before.likes AS value
        FROM posts p
        CROSS JOIN LATERAL (
          SELECT coalesce(
            (SELECT m.like_count FROM post_metrics m WHERE ${ofPost} AND m.observed_at <= ${start}
              ORDER BY m.observed_at DESC LIMIT 1),
            (SELECT m.like_count FROM post_metrics m WHERE ${ofPost} ORDER BY m.observed_at LIMIT 1)
          ) AS likes OFFSET 0
        ) AS before
        WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND p.like_count > ${last}
          AND p.observed_at > ${start} AND ${spoken} AND p.like_count - before.likes > ${last}
          AND (p.posted_at, p.code) IN (
            SELECT m.posted_at, m.code FROM post_metrics m WHERE ${ofSlice} AND m.observed_at >= ${since}
          )
        ORDER BY value DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`
    ).unprepared
  }
