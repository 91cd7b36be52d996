/**
 * How many authors have how many followers, by language. An author's language follows from its posts of 30 days, so that
 * this reads all of them: with many authors, a task does so every hour, and calls read what it counted.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { arrayOf } from "../../database/client/Recordset.ts"
import { maintenance } from "../../runtime/Background.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { authorLanguages, languageWindow } from "../authors/AuthorLanguages.ts"
import { whenSampled } from "../terms/TermShares.ts"
import { scanAuthors } from "../scan/ChunkedScan.ts"

/** Counting this many for a call takes about a quarter of a second. */
const manyAuthors = 50_000
/** Older counts are not read: nothing keeps them any more. */
const maxAgeMillis = 3 * hourMillis

export interface FollowerCount {
  readonly language: string
  readonly followers: number
  readonly authors: number
}

/** Chunks of the authors who posted in these languages in the last 30 days and whose followers are known; all languages by default. */
export const countFollowers = (sql: SqlClient.SqlClient, at: Date, languages?: ReadonlyArray<string>) => {
  const { from, until } = languageWindow(at)
  const inLanguage = languages === undefined ? sql`true` : sql.in("l.language", languages)
  return scanAuthors(
    sql,
    ({ first, last }) =>
      sql<FollowerCount>`
        SELECT l.language, a.follower_count AS followers, count(*) AS authors
        FROM (${authorLanguages(sql, from, until, sql`p.author_id >= ${first} AND p.author_id <= ${last}`)}) AS l
        JOIN authors a ON a.author_id = l.author_id
        WHERE a.follower_count IS NOT NULL AND ${inLanguage} GROUP BY 1, 2`.unprepared
  )
}

interface KeptRow {
  readonly countedAt: Date
  readonly followers: ReadonlyArray<number>
  readonly authors: ReadonlyArray<number>
}

/** What the task counted of these languages; null if it did not or long ago. */
export const keptFollowers = (sql: SqlClient.SqlClient, languages: ReadonlyArray<string>, at: Date) =>
  Effect.map(
    sql<KeptRow & { readonly language: string }>`
      SELECT language, counted_at, followers, authors FROM follower_counts
      WHERE counted_at > ${plusMillis(at, -maxAgeMillis)}`,
    (rows) => {
      const [any] = rows
      if (any === undefined) return null
      const wanted = rows.filter(({ language }) => languages.includes(language))
      return {
        countedAt: any.countedAt,
        counts: wanted.flatMap(({ followers, authors }) =>
          followers.map((value, index) => ({ followers: value, authors: authors[index] ?? 0 }))
        )
      }
    }
  )

export class FollowerCounts extends Context.Service<
  FollowerCounts,
  {
    /** Counts, if there are many authors. */
    readonly refresh: Effect.Effect<void>
  }
>()("@heddle/server/store/rollups/FollowerCounts") {
  static readonly layerFrom = (fewest: number) =>
    Layer.effect(
      FollowerCounts,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient

        const countAll = Effect.fnUntraced(function* (at: Date) {
          const languages = new Map<string, Map<number, number>>()
          yield* countFollowers(sql, at).pipe(
            Stream.runForEach((rows) =>
              Effect.sync(() => {
                for (const { language, followers, authors } of rows) {
                  const counts = languages.get(language) ?? new Map<number, number>()
                  languages.set(language, counts)
                  counts.set(followers, (counts.get(followers) ?? 0) + authors)
                }
              })
            )
          )
          return languages
        })

        const replace = (languages: ReadonlyMap<string, ReadonlyMap<number, number>>, at: Date) =>
          atomically(
            sql,
            Effect.gen(function* () {
              yield* sql`DELETE FROM follower_counts`
              for (const [language, counts] of languages) {
                yield* sql`
                  INSERT INTO follower_counts (language, followers, authors, counted_at)
                  VALUES (${language}, ${arrayOf("bigint", [...counts.keys()])},
                    ${arrayOf("integer", [...counts.values()])}, ${at})`
              }
            })
          )

        const refresh = Effect.gen(function* () {
          const [total] = yield* sql<{ authors: number }>`SELECT count(*) AS authors FROM authors`
          const at = yield* now
          yield* replace((total?.authors ?? 0) < fewest ? new Map() : yield* countAll(at), at)
        }).pipe(Effect.orDie, Effect.withSpan("FollowerCounts.refresh"))

        return FollowerCounts.of({ refresh })
      })
    )

  static readonly layer = FollowerCounts.layerFrom(manyAuthors)
}

export const followerCountsTask = maintenance(
  "follower counts",
  "1 hour",
  FollowerCounts.use(({ refresh }) => refresh),
  whenSampled
)
