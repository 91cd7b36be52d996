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
import { basicPost } from "../../store/posts/PostRow.ts"
import { postsAt } from "../../store/posts/PostsByCode.ts"
import { rankPosts, topRows, type RankedRow } from "./Ranking.ts"
import { type Gain, gainsKeptFrom, readTopGains } from "../rollups/TopGains.ts"
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
        const board = yield* Ref.make<ReadonlyArray<Place>>(
          ofWindow.filter(({ value }) => value > 0).map((row) => ({ ...row, row }))
        )
        /** Returns the least gain that can still be on the board. */
        const add = (found: ReadonlyArray<Place>) =>
          Ref.modify(board, (places) => {
            const best = found.length === 0 ? places : topRows([...places, ...found], size)
            return [best[size - 1]?.value ?? 1, best]
          })
        const oldest = plusMillis(until, -retentionDays * dayMillis)
        const keptFrom = yield* gainsKeptFrom(sql)
        yield* readTopGains(
          sql,
          { hours, start, oldest: latest(oldest, keptFrom), languages: languagesOf(language) },
          yield* add([]),
          add
        )
        const uncounted = { from: oldest, until: earliest(start, keptFrom) }
        const scanChunk = Effect.fnUntraced(function* (chunk: Window) {
          const minGain = yield* add([])
          yield* add(yield* selectOlder({ chunk, start, minGain, inLanguage, size }))
        })
        if (uncounted.from < uncounted.until) yield* Stream.runDrain(scanDayChunks(uncounted, scanChunk))
        const rows = yield* rowsOf(sql, yield* Ref.get(board))
        return {
          data: rows.map((row, index) => ({ rank: index + 1, value: row.value, ...basicPost(row) })),
          notices: yield* noticesIfNone(
            rows.length,
            query.language,
            otherLanguagesBy((others) => languagesOfWindow(start, until, others))
          )
        }
      }, Effect.orDie)

      return PostLikeGrowth.of({ top })
    })
  )
}

interface Place extends Gain {
  /** Absent while only the place is known. */
  readonly row?: RankedRow
}

const earliest = (one: Date, other: Date): Date => (one < other ? one : other)
const latest = (one: Date, other: Date): Date => (one > other ? one : other)

/** A post that was deleted in the meantime is left out. */
const rowsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, places: ReadonlyArray<Place>) {
  const found = yield* postsAt(
    sql,
    places.filter(({ row }) => row === undefined)
  )
  const rows = new Map(found.map((row) => [row.code, row]))
  return places.flatMap(({ code, value, row = rows.get(code) }) => (row === undefined ? [] : [{ ...row, value }]))
})

interface OlderPostsQuery {
  readonly chunk: Window
  readonly start: Date
  readonly minGain: number
  readonly inLanguage: Statement.Fragment
  readonly size: number
}

/** For posts whose gains are not kept. */
const makeOlderPostsQuery =
  (sql: SqlClient.SqlClient) =>
  ({ chunk: { from, until }, start, minGain, inLanguage, size }: OlderPostsQuery) => {
    const inChunk = sql`m.posted_at >= ${from} AND m.posted_at < ${until}`
    const ofPost = sql`m.posted_at = p.posted_at AND m.code = p.code AND ${inChunk}`
    // Every post observed since the start has a snapshot from here on; this excludes posts no longer observed.
    const since = plusMillis(start, -maxSnapshotLagMillis(start.getTime() - from.getTime()))
    return sql<Gain>`
        SELECT p.code, p.posted_at, p.like_count - before.likes AS value
        FROM posts p
        CROSS JOIN LATERAL (
          SELECT coalesce(
            (SELECT m.like_count FROM post_metrics m WHERE ${ofPost} AND m.observed_at <= ${start}
              ORDER BY m.observed_at DESC LIMIT 1),
            (SELECT m.like_count FROM post_metrics m WHERE ${ofPost} ORDER BY m.observed_at LIMIT 1)
          ) AS likes OFFSET 0
        ) AS before
        WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND p.like_count >= ${minGain}
          AND p.observed_at > ${start} AND ${inLanguage} AND p.like_count - before.likes >= ${minGain}
          AND (p.posted_at, p.code) IN (
            SELECT m.posted_at, m.code FROM post_metrics m WHERE ${inChunk} AND m.observed_at >= ${since}
          )
        ORDER BY value DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`.unprepared
  }
