/**
 * The posts that gained the most likes in the last hours (service.md, `/leaderboard/post-like-growth`). A post published
 * in these hours gained all its likes. The growth of an older post is measured from its last snapshot at or before their
 * start, or from its first snapshot if there is none (decisions, "Leaderboards"): unobserved growth does not count. A post
 * not observed in these hours gained nothing.
 */
import { type Body, type Language, LeaderboardQuery, type PostLikeGrowthResult, withDefaults } from "@heddle/api"
import { Context, Effect, Layer, Ref, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { languagesOf } from "../filters/Filters.ts"
import { noticesIfNone, otherLanguagesBy } from "../filters/OtherLanguages.ts"
import { maxSnapshotLagMillis } from "../../store/posts/Counts.ts"
import { retentionDays } from "../../store/posts/PostPartitions.ts"
import { basicPost, postColumns, withAuthors } from "../../store/posts/PostRow.ts"
import { rankPosts, topRows, type RankedRow } from "./Ranking.ts"
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
      const selectOlder = makeOlderPostsQuery(sql)

      /** Of the posts that gained all their likes in the window. */
      const languagesOfWindow = (from: Date, until: Date, others: ReadonlyArray<Language>) =>
        Effect.map(
          rankPosts(
            { window: { from, until: plusMillis(until, 1) }, languages: others, measure: "likes", size: 100 },
            sql
          ),
          (rows) => rows.filter(({ value }) => value > 0).map(({ language }) => language)
        )

      const top = Effect.fn("PostLikeGrowth.top")(function* (query: LeaderboardQuery) {
        const { language, hours, size } = complete(query)
        const until = yield* now
        const start = plusMillis(until, -hours * hourMillis)
        const inLanguage = sql.in("p.language", languagesOf(language))
        const ofWindow = yield* rankPosts(
          {
            window: { from: start, until: plusMillis(until, 1) },
            languages: languagesOf(language),
            measure: "likes",
            size
          },
          sql
        )
        const board = yield* Ref.make<ReadonlyArray<RankedRow>>(ofWindow.filter(({ value }) => value > 0))
        const scanChunk = Effect.fnUntraced(function* (chunk: Window) {
          const found = yield* Ref.get(board)
          // An older post must beat the last row of the board, so it must also have more likes than that row gained.
          const minGain = found[size - 1]?.value ?? 0
          const rows = yield* selectOlder({ chunk, start, minGain, inLanguage, size })
          yield* Ref.set(board, topRows([...found, ...rows], size))
        })
        // Even an empty partition costs a statement, so the scan ends at the oldest snapshot.
        const [oldest] = yield* sql<{ postedAt: Date }>`
          SELECT m.posted_at FROM post_metrics m
          WHERE m.posted_at >= ${plusMillis(until, -retentionDays * dayMillis)} AND m.posted_at < ${start}
          ORDER BY m.posted_at LIMIT 1`.unprepared.pipe(Effect.orDie)
        if (oldest !== undefined) {
          yield* scanDayChunks({ from: oldest.postedAt, until: start }, scanChunk).pipe(Stream.runDrain, Effect.orDie)
        }
        const rows = yield* Ref.get(board)
        return {
          data: rows.map((row, index) => ({ rank: index + 1, value: row.value, ...basicPost(row) })),
          notices: yield* noticesIfNone(
            rows.length,
            query.language,
            otherLanguagesBy((others) => languagesOfWindow(start, until, others))
          )
        }
      })

      return PostLikeGrowth.of({ top })
    })
  )
}

interface OlderPostsQuery {
  readonly chunk: Window
  readonly start: Date
  /** Excluded. */
  readonly minGain: number
  readonly inLanguage: Statement.Fragment
  readonly size: number
}

const makeOlderPostsQuery =
  (sql: SqlClient.SqlClient) =>
  ({ chunk: { from, until }, start, minGain, inLanguage, size }: OlderPostsQuery) => {
    const inChunk = sql`m.posted_at >= ${from} AND m.posted_at < ${until}`
    const ofPost = sql`m.posted_at = p.posted_at AND m.code = p.code AND ${inChunk}`
    // Every post observed since the start has a snapshot from here on; this excludes posts no longer observed.
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
        WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND p.like_count > ${minGain}
          AND p.observed_at > ${start} AND ${inLanguage} AND p.like_count - before.likes > ${minGain}
          AND (p.posted_at, p.code) IN (
            SELECT m.posted_at, m.code FROM post_metrics m WHERE ${inChunk} AND m.observed_at >= ${since}
          )
        ORDER BY value DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`
    ).unprepared
  }
