/** The posts that a rule would match now (decisions, "Preview"). */
import { previewExamples, type RulePreview, webhookEventPrice } from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { type AuthorColumns, detailedPost, postColumns, type PostRow, withAuthors } from "../../store/posts/PostRow.ts"
import { scanChunks, type Window } from "../../store/scan/ChunkedScan.ts"
import { hasTextOf, reaches, type WantedPosts } from "./RuleFilter.ts"

/** How many of these posts another rule has sent. */
export type CountSent = (codes: ReadonlyArray<string>) => Effect.Effect<number>

interface HourRow {
  readonly hour: number
  readonly matches: number
  readonly codes: ReadonlyArray<string> | null
}

type ExampleRow = PostRow & AuthorColumns

interface Found {
  readonly hours: ReadonlyArray<HourRow>
  readonly examples: ReadonlyArray<ExampleRow>
  readonly again: number
}

const nothing: Found = { hours: [], examples: [], again: 0 }

export class RulePreviews extends Context.Service<
  RulePreviews,
  { of(rule: WantedPosts, countSent: CountSent | null): Effect.Effect<RulePreview> }
>()("@heddle/server/queries/rules/RulePreviews") {
  static readonly layer = Layer.effect(
    RulePreviews,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const matching = (rule: WantedPosts, window: Window) =>
        sql`${reaches(sql, "p", rule)} AND ${hasTextOf(sql, rule, window)}`

      /** The matches of a chunk by hour, counted from `start`; a post of this very moment belongs to the last one. */
      const byHour = (rule: WantedPosts, start: Date, chunk: Window, withCodes: boolean) =>
        sql<HourRow>`
        SELECT hour, count(*) AS matches, ${withCodes ? sql`array_agg(code)` : sql`NULL`} AS codes
        FROM (
          SELECT p.code, least(
            floor(extract(epoch FROM p.posted_at - ${start}::timestamptz) / 3600), ${rule.lookbackHours - 1}::integer
          )::integer AS hour
          FROM posts p WHERE ${matching(rule, chunk)}
        ) found GROUP BY hour`.unprepared

      const newest = (rule: WantedPosts, chunk: Window, limit: number) =>
        Effect.map(
          withAuthors(
            sql,
            sql`
              SELECT ${sql.literal(postColumns)} FROM posts p WHERE ${matching(rule, chunk)}
              ORDER BY p.posted_at DESC, p.code DESC LIMIT ${limit}`
          ).unprepared,
          (rows) => rows.toSorted(newestFirst)
        )

      const of = Effect.fn("RulePreviews.of")(function* (rule: WantedPosts, countSent: CountSent | null) {
        const at = yield* now
        const from = plusMillis(at, -rule.lookbackHours * hourMillis)
        let found = nothing
        yield* scanChunks({ from, until: plusMillis(at, 1) }, (chunk) =>
          Effect.gen(function* () {
            const hours = yield* byHour(rule, from, chunk, countSent !== null)
            if (hours.length === 0) return
            const missing = previewExamples - found.examples.length
            const examples = missing === 0 ? [] : yield* newest(rule, chunk, missing)
            const again = countSent === null ? 0 : yield* countSent(hours.flatMap(({ codes }) => codes ?? []))
            found = {
              hours: [...found.hours, ...hours],
              examples: [...found.examples, ...examples],
              again: found.again + again
            }
          })
        ).pipe(Stream.runDrain, Effect.orDie)
        return previewOf(rule, from, found, countSent !== null)
      })

      return RulePreviews.of({ of })
    })
  )
}

const newestFirst = (one: ExampleRow, other: ExampleRow): number =>
  other.postedAt.getTime() - one.postedAt.getTime() || (one.code < other.code ? 1 : -1)

const previewOf = (
  { lookbackHours }: WantedPosts,
  from: Date,
  { hours, examples, again }: Found,
  compares: boolean
): RulePreview => {
  const counts = Array.from({ length: lookbackHours }, () => 0)
  for (const { hour, matches } of hours) counts[hour] = (counts[hour] ?? 0) + matches
  const matches = counts.reduce((sum, count) => sum + count, 0)
  return {
    matches,
    credits: matches * webhookEventPrice,
    hours: counts.map((count, hour) => ({
      hour: plusMillis(from, hour * hourMillis).toISOString(),
      matches: count
    })),
    examples: examples.map(detailedPost),
    ...(compares ? { again } : {})
  }
}
