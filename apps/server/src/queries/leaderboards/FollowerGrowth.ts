/**
 * The accounts that gained the most followers in the last hours (service.md, `/leaderboard/follower-growth`): what they
 * have above the snapshot nearest to and not after the start of these hours (decisions, "Leaderboards"); without one,
 * above their first snapshot. Whoever gained most is looked for first; languages are asked only until the board is full.
 */
import {
  type Body,
  defaultLanguage,
  type FollowerGrowthResult,
  type Language,
  leaderboardDefaultHours,
  leaderboardDefaultSize,
  type LeaderboardQuery
} from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Listed.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { languagesOf } from "../filters/LanguageFilter.ts"
import type { PostRow } from "../../store/posts/PostRow.ts"
import { authorLanguages, languageWindow } from "../filters/AuthorLanguage.ts"
import { type GrownAuthor, growingAuthors } from "./GrowingAuthors.ts"

/** Accounts whose languages are asked for together: a statement of about 10 ms. */
const askedTogether = 400

export class FollowerGrowth extends Context.Service<
  FollowerGrowth,
  { top(query: LeaderboardQuery): Effect.Effect<Body<typeof FollowerGrowthResult>> }
>()("@heddle/server/queries/leaderboards/FollowerGrowth") {
  static readonly layer = Layer.effect(
    FollowerGrowth,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const speaking = makeSpeaking(sql)

      const top = Effect.fn("FollowerGrowth.top")(function* ({
        language = defaultLanguage,
        hours = leaderboardDefaultHours,
        size = leaderboardDefaultSize
      }: LeaderboardQuery) {
        const at = yield* now
        const rows = yield* growingAuthors(sql, plusMillis(at, -hours * hourMillis)).pipe(
          Stream.grouped(askedTogether),
          Stream.mapEffect((accounts) => speaking(accounts, language, at)),
          Stream.flattenIterable,
          Stream.take(size),
          Stream.runCollect,
          Effect.orDie
        )
        return { data: rows.map(rowOf) }
      })

      return FollowerGrowth.of({ top })
    })
  )
}

interface Profile {
  readonly username: string
  readonly fullName: string
  readonly profilePicture: string
  readonly language: PostRow["language"]
}

const rowOf = (placed: GrownAuthor & Profile, index: number) => ({
  rank: index + 1,
  value: placed.value,
  growth_rate: placed.before === 0 ? null : placed.value / placed.before,
  username: placed.username,
  full_name: placed.fullName,
  profile_picture: placed.profilePicture,
  follower_count: placed.followerCount,
  language: placed.language
})

/** Those whose language this is, in the order given. */
const makeSpeaking = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (accounts: ReadonlyArray<GrownAuthor>, language: Language, at: Date) {
    const { from, until } = languageWindow(at)
    // As one array, of which the planner takes it that it is short: it looks each name up in the index of each day.
    const names = sql`p.username = ANY (ARRAY ${listed(
      sql,
      accounts.map(({ username }) => username)
    )})`
    const profiles = yield* sql<Profile>`
      SELECT l.username, l.language, a.full_name, a.profile_picture
      FROM (${authorLanguages(sql, from, until, names)}) AS l JOIN authors a ON a.username = l.username
      WHERE ${sql.in("l.language", languagesOf(language))}`.unprepared
    const known = new Map(profiles.map((profile) => [profile.username, profile]))
    return accounts.flatMap((account) => {
      const profile = known.get(account.username)
      return profile === undefined ? [] : [{ ...account, ...profile }]
    })
  })
