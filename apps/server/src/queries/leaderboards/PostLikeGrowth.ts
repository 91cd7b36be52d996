/**
 * The posts that gained the most likes in the last hours (service.md, `/leaderboard/post-like-growth`). A post published
 * in these hours gained all its likes. The growth of an older post is measured from its last snapshot at or before their
 * start, or from its first snapshot if there is none (decisions, "Leaderboards"): unobserved growth does not count. A post
 * not observed in these hours gained nothing.
 */
import { type Body, type Language, LeaderboardQuery, type PostLikeGrowthResult, withDefaults } from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { languagesOf } from "../filters/Filters.ts"
import { noticesIfNone, otherLanguagesBy } from "../filters/OtherLanguages.ts"
import { retentionDays } from "../../store/posts/PostPartitions.ts"
import { slotStart } from "../../store/posts/PostVersion.ts"
import { basicPost } from "../../store/posts/PostRow.ts"
import { postsAt } from "../../store/posts/PostsByCode.ts"
import { rankPosts, topRows, type RankedRow } from "./Ranking.ts"
import { type Board, boardOf, type GainsPage, readTopGains } from "../rollups/TopGains.ts"
import { callScan, scanDayChunks, type Window } from "../../store/scan/ChunkedScan.ts"

const complete = withDefaults(LeaderboardQuery)

export class PostLikeGrowth extends Context.Service<
  PostLikeGrowth,
  { top(query: LeaderboardQuery): Effect.Effect<Body<typeof PostLikeGrowthResult>> }
>()("@heddle/server/queries/leaderboards/PostLikeGrowth") {
  static readonly layer = Layer.effect(
    PostLikeGrowth,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const scan = yield* callScan
      const selectOlder = makeOlderPostsQuery(sql)
      const selectGains = makeGainsQuery(sql)

      /** From when on posts have their gains kept. */
      const gainsKeptFrom = Effect.map(
        sql<{ gainsFrom: number }>`SELECT gains_from FROM rollup_progress`,
        ([progress]) => slotStart(progress?.gainsFrom ?? 0)
      )

      /** Of the posts that gained all their likes in the window. */
      const languagesOfWindow = (from: Date, until: Date, others: ReadonlyArray<Language>) =>
        Effect.map(
          rankPosts(
            { window: { from, until: plusMillis(until, 1) }, languages: others, measure: "likes", size: 100 },
            sql,
            scan
          ),
          (rows) => rows.filter(({ value }) => value > 0).map(({ language }) => language)
        )

      const top = Effect.fn("PostLikeGrowth.top")(function* (query: LeaderboardQuery) {
        const { language, hours, size } = complete(query)
        const until = yield* now
        const start = plusMillis(until, -hours * hourMillis)
        const languages = languagesOf(language)
        const ofWindow = yield* rankPosts(
          { window: { from: start, until: plusMillis(until, 1) }, languages, measure: "likes", size },
          sql,
          scan
        )
        const oldest = plusMillis(until, -retentionDays * dayMillis)
        const keptFrom = yield* gainsKeptFrom
        const add = (board: Board<Place>, found: ReadonlyArray<Place>) =>
          Effect.succeed(boardOf(topRows([...board.places, ...found], size), size))
        let board = boardOf<Place>(
          ofWindow.filter(({ value }) => value > 0).map((row) => ({ ...row, row })),
          size
        )
        for (const language of languages) {
          const page = selectGains({ language, from: latest(oldest, keptFrom), until: start })
          board = yield* readTopGains(sql, { hours, start, page, add }, board)
        }
        const uncounted = { from: oldest, until: earliest(start, keptFrom) }
        const scanChunk = Effect.fnUntraced(function* (chunk: Window) {
          board = yield* add(board, yield* selectOlder({ chunk, start, languages, least: board.least, size }))
        })
        if (uncounted.from < uncounted.until) yield* Stream.runDrain(scanDayChunks(uncounted, scanChunk))
        const rows = yield* rowsOf(sql, board.places)
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

interface Place {
  readonly code: string
  readonly postedAt: Date
  readonly value: number
  /** Absent while only the place is known. */
  readonly row?: RankedRow
}

interface GainedPost extends Place {
  readonly most: number
}

interface GainsQuery extends Window {
  readonly language: string
}

const makeGainsQuery =
  (sql: SqlClient.SqlClient) =>
  ({ language, from, until }: GainsQuery) =>
  ({ columns, most, where, after, limit }: GainsPage<GainedPost>) =>
    sql<GainedPost>`
      SELECT g.code, g.posted_at, ${columns} FROM like_gains g
      WHERE ${where} AND g.language = ${language} AND g.posted_at >= ${from} AND g.posted_at < ${until}
        AND ${after === undefined ? sql`true` : sql`(${most}, g.posted_at, g.code) < (${after.most}, ${after.postedAt}, ${after.code})`}
      ORDER BY ${most} DESC, g.posted_at DESC, g.code DESC LIMIT ${limit}`.unprepared

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
  readonly languages: ReadonlyArray<string>
  readonly least: number
  readonly size: number
}

/** For posts whose gains are not kept: reads all of a chunk that were seen since the start. */
const makeOlderPostsQuery =
  (sql: SqlClient.SqlClient) =>
  ({ chunk: { from, until }, start, languages, least, size }: OlderPostsQuery) => {
    const value = sql`p.like_count - coalesce(
      (array_agg(m.like_count ORDER BY m.observed_at DESC) FILTER (WHERE m.observed_at <= ${start}))[1],
      (array_agg(m.like_count ORDER BY m.observed_at))[1])`
    return sql<Place>`
      SELECT p.code, p.posted_at, ${value} AS value
      FROM posts p JOIN post_metrics m ON m.posted_at = p.posted_at AND m.code = p.code
      WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND m.posted_at >= ${from} AND m.posted_at < ${until}
        AND p.observed_at > ${start} AND ${sql.in("p.language", languages)} AND p.like_count >= ${least}
      GROUP BY p.posted_at, p.code, p.like_count HAVING ${value} >= ${least}
      ORDER BY value DESC, p.posted_at DESC, p.code DESC LIMIT ${size}`.unprepared
  }
