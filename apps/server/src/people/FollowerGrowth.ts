/**
 * The accounts that gained the most followers in the last hours (service.md, `/leaderboard/follower-growth`): what they
 * have above the snapshot nearest to and not after the start of these hours (decisions, "Leaderboards"); without one,
 * above their first snapshot. Looked for by name; languages are asked only of those that would have a place.
 */
import {
  type Body,
  defaultLanguage,
  type FollowerGrowthResult,
  leaderboardDefaultHours,
  leaderboardDefaultSize,
  type LeaderboardQuery
} from "@heddle/api"
import { Array, Context, Effect, Layer, Ref, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis, now, plusMillis } from "../Now.ts"
import { languagesOf } from "../posts/LanguageFilter.ts"
import type { PostRow } from "../posts/PostRow.ts"
import { compareCodes } from "../posts/Ranking.ts"
import { accountSlices, type NameSlice } from "./AccountSlices.ts"
import { authorLanguages, languageWindow } from "./AuthorLanguage.ts"

/** Accounts whose languages are asked for together. */
const askedTogether = 100

export class FollowerGrowth extends Context.Service<
  FollowerGrowth,
  { top(query: LeaderboardQuery): Effect.Effect<Body<typeof FollowerGrowthResult>> }
>()("@heddle/server/people/FollowerGrowth") {
  static readonly layer = Layer.effect(
    FollowerGrowth,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { growing, speaking } = makeQuestions(sql)

      const top = Effect.fn("FollowerGrowth.top")(function* ({
        language = defaultLanguage,
        hours = leaderboardDefaultHours,
        size = leaderboardDefaultSize
      }: LeaderboardQuery) {
        const at = yield* now
        const start = plusMillis(at, -hours * hourMillis)
        const board = yield* Ref.make<ReadonlyArray<Placed>>([])

        const look = Effect.fnUntraced(function* (slice: NameSlice) {
          const last = (yield* Ref.get(board))[size - 1]?.value ?? 1
          for (const together of Array.chunksOf(yield* growing(slice, start, last), askedTogether)) {
            const found = yield* Ref.get(board)
            const worst = found[size - 1]
            const candidates = together.filter((grown) => worst === undefined || better(grown, worst) < 0)
            // In order: no later one would have a place either.
            if (candidates.length === 0) return
            const profiles = yield* speaking(candidates, language, at)
            const placed = candidates.flatMap((grown) => {
              const profile = profiles.get(grown.username)
              return profile === undefined ? [] : [{ ...profile, ...grown }]
            })
            yield* Ref.set(board, [...found, ...placed].toSorted(better).slice(0, size))
          }
        })
        yield* accountSlices(sql, look).pipe(Stream.runDrain, Effect.orDie)
        return { data: (yield* Ref.get(board)).map(rowOf) }
      })

      return FollowerGrowth.of({ top })
    })
  )
}

interface Grown {
  readonly username: string
  readonly followerCount: number
  readonly observedAt: Date
  readonly before: number
  readonly value: number
}

interface Profile {
  readonly username: string
  readonly fullName: string
  readonly profilePicture: string
  readonly language: PostRow["language"]
}

type Placed = Grown & Profile

/** Greatest first; ties by the last observation, newest first, then by name. */
const better = (one: Grown, other: Grown) =>
  other.value - one.value ||
  other.observedAt.getTime() - one.observedAt.getTime() ||
  compareCodes(one.username, other.username)

const rowOf = (placed: Placed, index: number) => ({
  rank: index + 1,
  value: placed.value,
  growth_rate: placed.before === 0 ? null : placed.value / placed.before,
  username: placed.username,
  full_name: placed.fullName,
  profile_picture: placed.profilePicture,
  follower_count: placed.followerCount,
  language: placed.language
})

const makeQuestions = (sql: SqlClient.SqlClient) => {
  /** Those of a slice that gained at least so much, in order. */
  const growing = ({ first, last }: NameSlice, start: Date, atLeast: number) =>
    sql<Grown>`
      SELECT a.username, a.follower_count, a.observed_at, b.followers AS before, a.follower_count - b.followers AS value
      FROM authors a
      CROSS JOIN LATERAL (
        SELECT coalesce(
          (SELECT m.follower_count FROM author_metrics m
            WHERE m.username = a.username AND m.hour <= ${start} AND m.observed_at <= ${start}
              AND m.follower_count IS NOT NULL
            ORDER BY m.hour DESC LIMIT 1),
          (SELECT m.follower_count FROM author_metrics m
            WHERE m.username = a.username AND m.follower_count IS NOT NULL ORDER BY m.hour LIMIT 1)
        ) AS followers OFFSET 0
      ) AS b
      WHERE a.username >= ${first} AND a.username <= ${last} AND a.observed_at > ${start}
        AND a.follower_count >= ${atLeast} AND a.follower_count - b.followers >= ${atLeast}
      ORDER BY value DESC, a.observed_at DESC, a.username`.unprepared

  /** Those whose language this is, by name. */
  const speaking = Effect.fnUntraced(function* (
    accounts: ReadonlyArray<Grown>,
    language: Parameters<typeof languagesOf>[0],
    at: Date
  ) {
    const { from, until } = languageWindow(at)
    const names = JSON.stringify(accounts.map(({ username }) => username))
    const only = sql`p.username IN (SELECT json_array_elements_text(${names}::json))`
    const rows = yield* sql<Profile>`
      SELECT l.username, l.language, a.full_name, a.profile_picture
      FROM (${authorLanguages(sql, from, until, only)}) AS l JOIN authors a ON a.username = l.username
      WHERE ${sql.in("l.language", languagesOf(language))}`.unprepared
    return new Map(rows.map((row) => [row.username, row]))
  })

  return { growing, speaking }
}
