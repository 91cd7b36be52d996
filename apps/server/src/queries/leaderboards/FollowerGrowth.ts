/**
 * The authors that gained the most followers in the last hours (service.md, `/leaderboard/follower-growth`). Growth is
 * measured from the last snapshot at or before the start of these hours, or from the first snapshot if there is none
 * (decisions, "Leaderboards"). Authors come in order of growth, and their languages are queried in batches only until the
 * board is full.
 */
import { type Body, type FollowerGrowthResult, type Language, LeaderboardQuery, withDefaults } from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Listed.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { authorLanguages, languageWindow } from "../../store/authors/AuthorLanguages.ts"
import { languagesOf } from "../filters/LanguageFilter.ts"
import type { PostRow } from "../../store/posts/PostRow.ts"
import { type GrownAuthor, growingAuthors } from "./GrowingAuthors.ts"

/** Authors per language query: a statement of about 10 ms. */
const languageBatchSize = 400

const complete = withDefaults(LeaderboardQuery)

export class FollowerGrowth extends Context.Service<
  FollowerGrowth,
  { top(query: LeaderboardQuery): Effect.Effect<Body<typeof FollowerGrowthResult>> }
>()("@heddle/server/queries/leaderboards/FollowerGrowth") {
  static readonly layer = Layer.effect(
    FollowerGrowth,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const filterByLanguage = makeLanguageFilter(sql)

      const top = Effect.fn("FollowerGrowth.top")(function* (query: LeaderboardQuery) {
        const { language, hours, size } = complete(query)
        const at = yield* now
        const rows = yield* growingAuthors(sql, plusMillis(at, -hours * hourMillis)).pipe(
          Stream.grouped(languageBatchSize),
          Stream.mapEffect((authors) => filterByLanguage(authors, language, at)),
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

const rowOf = (author: GrownAuthor & Profile, index: number) => ({
  rank: index + 1,
  value: author.value,
  growth_rate: author.before === 0 ? null : author.value / author.before,
  username: author.username,
  full_name: author.fullName,
  profile_picture: author.profilePicture,
  follower_count: author.followerCount,
  language: author.language
})

/** Keeps the authors of this language, in the order given, and adds their profiles. */
const makeLanguageFilter = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (authors: ReadonlyArray<GrownAuthor>, language: Language, at: Date) {
    const { from, until } = languageWindow(at)
    // The planner assumes that an `ANY (ARRAY …)` list is short, and so uses the username index of each partition.
    const names = sql`p.username = ANY (ARRAY ${listed(
      sql,
      authors.map(({ username }) => username)
    )})`
    const profiles = yield* sql<Profile>`
      SELECT l.username, l.language, a.full_name, a.profile_picture
      FROM (${authorLanguages(sql, from, until, names)}) AS l JOIN authors a ON a.username = l.username
      WHERE ${sql.in("l.language", languagesOf(language))}`.unprepared
    const known = new Map(profiles.map((profile) => [profile.username, profile]))
    return authors.flatMap((author) => {
      const profile = known.get(author.username)
      return profile === undefined ? [] : [{ ...author, ...profile }]
    })
  })
