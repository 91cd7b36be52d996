/** Which number of likes or followers stands on which percentile (service.md, the two ladders). */
import {
  type Body,
  ladderDays,
  ladderLanguage,
  ladderPercentiles,
  type LadderQuery,
  type LadderResult
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { dayMillis, now, plusMillis } from "../Now.ts"
import { authorLanguages } from "../people/AuthorLanguage.ts"
import { languagesOf } from "../posts/LanguageFilter.ts"

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
>()("@heddle/server/rankings/Ladders") {
  static readonly layer = Layer.effect(
    Ladders,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** Nearest rank, in whole numbers: a percentage as a fraction would be off by one now and then. */
      const climb = Effect.fnUntraced(function* (query: LadderQuery, values: Statement.Fragment) {
        const rows = yield* sql<Rung>`
          WITH counted AS (SELECT v.value, count(*) AS n FROM (${values}) AS v GROUP BY v.value),
            climbed AS (
              SELECT value, sum(n) OVER (ORDER BY value) AS upto, sum(n) OVER () AS population FROM counted
            )
          SELECT r.permille::int AS permille, coalesce(max(c.population), 0)::bigint AS population,
            min(c.value) FILTER (WHERE c.upto * 1000 >= c.population * r.permille::int) AS at_least
          FROM jsonb_array_elements_text(${permilles}::jsonb) AS r (permille) LEFT JOIN climbed c ON true
          GROUP BY r.permille`.pipe(Effect.orDie)
        const rungs = new Map(rows.map(({ permille, atLeast }) => [permille, atLeast]))
        return {
          data: {
            language: ladderLanguage(query),
            population: rows[0]?.population ?? 0,
            rungs: ladderPercentiles.map((percentile) => ({
              percentile,
              at_least: rungs.get(permilleOf(percentile)) ?? null
            }))
          }
        }
      })

      const likes = Effect.fn("Ladders.likes")(function* (query: LadderQuery) {
        const { from, until } = windowBefore(yield* now)
        return yield* climb(
          query,
          sql`SELECT p.like_count AS value FROM posts p
            WHERE p.posted_at >= ${from} AND p.posted_at < ${until}
              AND ${sql.in("p.language", languagesOf(ladderLanguage(query)))}`
        )
      })

      const followers = Effect.fn("Ladders.followers")(function* (query: LadderQuery) {
        const { from, until } = windowBefore(yield* now)
        return yield* climb(
          query,
          sql`SELECT a.follower_count AS value
            FROM (${authorLanguages(sql, from, until)}) AS l JOIN authors a ON a.username = l.username
            WHERE a.follower_count IS NOT NULL AND ${sql.in("l.language", languagesOf(ladderLanguage(query)))}`
        )
      })

      return Ladders.of({ likes, followers })
    })
  )
}

interface Rung {
  readonly permille: number
  readonly population: number
  readonly atLeast: number | null
}

const permilleOf = (percentile: number): number => Math.round(percentile * 10)
const permilles = JSON.stringify(ladderPercentiles.map(permilleOf))

const windowBefore = (at: Date) => ({ from: plusMillis(at, -windowMillis), until: plusMillis(at, 1) })
