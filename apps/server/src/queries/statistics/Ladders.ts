/** Which number of likes or followers stands on which percentile (service.md, the two ladders). */
import {
  type Body,
  ladderDays,
  ladderLanguage,
  ladderPercentiles,
  type LadderQuery,
  type LadderResult
} from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { scanAuthors } from "../../store/scan/AuthorScan.ts"
import { authorLanguages } from "../filters/AuthorLanguage.ts"
import { languagesOf } from "../filters/LanguageFilter.ts"
import { scanChunks } from "../../store/scan/ChunkedScan.ts"
import { count, type Histogram, sizeOf, valuesAt } from "./Histogram.ts"

const windowMillis = ladderDays * dayMillis

type Ladder = Effect.Effect<Body<typeof LadderResult>>

export class Ladders extends Context.Service<
  Ladders,
  {
    /** Of the posts of the last 30 days. */
    likes(query: LadderQuery): Ladder
    /** Of the accounts that posted in the last 30 days and whose followers are known. */
    followers(query: LadderQuery): Ladder
  }
>()("@heddle/server/queries/statistics/Ladders") {
  static readonly layer = Layer.effect(
    Ladders,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const likes = Effect.fn("Ladders.likes")(function* (query: LadderQuery) {
        const spoken = sql.in("p.language", languagesOf(ladderLanguage(query)))
        const histogram = yield* scanChunks(
          windowBefore(yield* now),
          ({ from, until }) =>
            sql<Counted>`
            SELECT p.like_count AS value, count(*) AS times FROM posts p
            WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${spoken} GROUP BY 1`.unprepared
        ).pipe(
          Stream.runFold((): Histogram => new Map(), addAll),
          Effect.orDie
        )
        return findThreadRoot(query, histogram)
      })

      const followers = Effect.fn("Ladders.followers")(function* (query: LadderQuery) {
        const { from, until } = windowBefore(yield* now)
        const spoken = sql.in("l.language", languagesOf(ladderLanguage(query)))
        const histogram = yield* scanAuthors(
          sql,
          ({ first, last }) =>
            sql<Counted>`
              SELECT a.follower_count AS value, count(*) AS times
              FROM (${authorLanguages(sql, from, until, sql`p.username >= ${first} AND p.username <= ${last}`)}) AS l
              JOIN authors a ON a.username = l.username
              WHERE a.follower_count IS NOT NULL AND ${spoken} GROUP BY 1`.unprepared
        ).pipe(
          Stream.runFold((): Histogram => new Map(), addAll),
          Effect.orDie
        )
        return findThreadRoot(query, histogram)
      })

      return Ladders.of({ likes, followers })
    })
  )
}

interface Counted {
  readonly value: number
  readonly times: number
}

const addAll = (histogram: Histogram, rows: ReadonlyArray<Counted>) => {
  for (const { value, times } of rows) count(histogram, value, times)
  return histogram
}

/** Nearest rank, in whole numbers: a percentage as a fraction would be off by one now and then. */
const findThreadRoot = (query: LadderQuery, histogram: Histogram): Body<typeof LadderResult> => {
  const population = sizeOf(histogram)
  const reached = valuesAt(
    histogram,
    ladderPercentiles.map((percentile) => Math.ceil((population * Math.round(percentile * 10)) / 1000))
  )
  return {
    data: {
      language: ladderLanguage(query),
      population,
      rungs: ladderPercentiles.map((percentile, index) => ({ percentile, at_least: reached[index] ?? null }))
    }
  }
}

const windowBefore = (at: Date) => ({ from: plusMillis(at, -windowMillis), until: plusMillis(at, 1) })
