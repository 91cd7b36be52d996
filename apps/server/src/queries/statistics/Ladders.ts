/** The likes or followers at each percentile (service.md, the two ladders). */
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
import { authorLanguages, languagesOf } from "../filters/LanguageFilter.ts"
import { likesBySlot } from "../rollups/LikesBySlot.ts"
import { count, type Histogram, sizeOf, valuesAt } from "./Histogram.ts"

const windowMillis = ladderDays * dayMillis

type Ladder = Effect.Effect<Body<typeof LadderResult>>

export class Ladders extends Context.Service<
  Ladders,
  {
    /** Likes of the posts of the last 30 days. */
    likes(query: LadderQuery): Ladder
    /** Followers of the authors who posted in the last 30 days, where known. */
    followers(query: LadderQuery): Ladder
  }
>()("@heddle/server/queries/statistics/Ladders") {
  static readonly layer = Layer.effect(
    Ladders,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const likes = Effect.fn("Ladders.likes")(function* (query: LadderQuery) {
        const histogram = yield* likesBySlot(sql, {
          window: windowBefore(yield* now),
          languages: languagesOf(ladderLanguage(query)),
          key: () => sql`0`,
          keyMinutes: 60
        }).pipe(
          Stream.map((rows) => rows.map(({ likes, posts }) => ({ value: likes, times: posts }))),
          Stream.runFold((): Histogram => new Map(), addAll),
          Effect.orDie
        )
        return toLadder(query, histogram)
      })

      const followers = Effect.fn("Ladders.followers")(function* (query: LadderQuery) {
        const { from, until } = windowBefore(yield* now)
        const inLanguage = sql.in("l.language", languagesOf(ladderLanguage(query)))
        const histogram = yield* scanAuthors(
          sql,
          ({ first, last }) =>
            sql<Counted>`
              SELECT a.follower_count AS value, count(*) AS times
              FROM (${authorLanguages(sql, from, until, sql`p.username >= ${first} AND p.username <= ${last}`)}) AS l
              JOIN authors a ON a.username = l.username
              WHERE a.follower_count IS NOT NULL AND ${inLanguage} GROUP BY 1`.unprepared
        ).pipe(
          Stream.runFold((): Histogram => new Map(), addAll),
          Effect.orDie
        )
        return toLadder(query, histogram)
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

/** Nearest rank in integer arithmetic; floating-point fractions are sometimes off by one. */
const toLadder = (query: LadderQuery, histogram: Histogram): Body<typeof LadderResult> => {
  const population = sizeOf(histogram)
  const values = valuesAt(
    histogram,
    ladderPercentiles.map((percentile) => Math.ceil((population * Math.round(percentile * 10)) / 1000))
  )
  return {
    data: {
      language: ladderLanguage(query),
      population,
      rungs: ladderPercentiles.map((percentile, index) => ({ percentile, at_least: values[index] ?? null }))
    }
  }
}

const windowBefore = (at: Date) => ({ from: plusMillis(at, -windowMillis), until: plusMillis(at, 1) })
