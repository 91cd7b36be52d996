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
import { countFollowers, type FollowerCount, keptFollowers } from "../../store/rollups/FollowerCounts.ts"
import { callScan } from "../../store/scan/ChunkedScan.ts"
import { languagesOf } from "../filters/Filters.ts"
import { type CountedLikes, likesBySlot } from "../rollups/LikesBySlot.ts"
import { count, countAll, type Histogram, sizeOf, valuesAt } from "./Histogram.ts"

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
      const scan = yield* callScan

      const likes = Effect.fn("Ladders.likes")(function* (query: LadderQuery) {
        const histogram = yield* likesBySlot(sql, scan, {
          window: windowBefore(yield* now),
          languages: languagesOf(ladderLanguage(query)),
          key: () => sql`0`,
          keyMinutes: 60
        }).pipe(
          Stream.runFold((): Histogram => new Map(), addLikes),
          Effect.orDie
        )
        return toLadder(query, histogram)
      })

      const followers = Effect.fn("Ladders.followers")(function* (query: LadderQuery) {
        const at = yield* now
        const languages = languagesOf(ladderLanguage(query))
        const kept = yield* Effect.orDie(keptFollowers(sql, languages, at))
        if (kept !== null) {
          return { ...toLadder(query, addAuthors(new Map(), kept.counts)), notices: [countedEarlier(kept.countedAt)] }
        }
        const histogram = yield* countFollowers(sql, at, languages).pipe(
          Stream.runFold((): Histogram => new Map(), addAuthors),
          Effect.orDie
        )
        return toLadder(query, histogram)
      })

      return Ladders.of({ likes, followers })
    })
  )
}

const countedEarlier = (time: Date): string =>
  `With this many authors, the ladder is calculated once an hour. This one is from ${time.toISOString()}.`

const addAuthors = (histogram: Histogram, rows: ReadonlyArray<Pick<FollowerCount, "followers" | "authors">>) => {
  for (const { followers, authors } of rows) count(histogram, followers, authors)
  return histogram
}

const addLikes = (histogram: Histogram, rows: ReadonlyArray<CountedLikes>) => {
  for (const { likes, posts } of rows) countAll(histogram, likes, posts)
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
