/**
 * The authors that gained the most followers in the last hours (service.md, `/leaderboard/follower-growth`). Growth is
 * measured from the last snapshot at or before the start of these hours, or from the first snapshot if there is none
 * (decisions, "Leaderboards"). Authors come in order of what they can have gained, and their languages are queried in batches
 * only until no more can be on the board.
 */
import { type Body, type FollowerGrowthResult, type Language, LeaderboardQuery, withDefaults } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { authorLanguages, languageWindow } from "../../store/authors/AuthorLanguages.ts"
import { type PostRow, shownName } from "../../store/posts/PostRow.ts"
import { compareCodes } from "../../store/posts/PostsByCode.ts"
import { languagesOf } from "../filters/Filters.ts"
import { noticesIfNone, otherLanguagesBy } from "../filters/OtherLanguages.ts"
import { type Board, boardOf, type GainsPage, readTopGains } from "../rollups/TopGains.ts"

interface GrownAuthor {
  readonly authorId: string
  readonly followerCount: number
  readonly observedAt: Date
  readonly value: number
}

interface GrownRow extends GrownAuthor {
  readonly most: number
}

type Place = GrownAuthor & Profile

export interface FollowerBoard extends Body<typeof FollowerGrowthResult> {
  readonly authorIds: ReadonlyArray<string>
}

/** Greatest first; ties by the last observation, newest first, then by id. */
const compareRows = (one: GrownAuthor, other: GrownAuthor) =>
  other.value - one.value ||
  other.observedAt.getTime() - one.observedAt.getTime() ||
  compareCodes(one.authorId, other.authorId)

/** Authors of all languages. */
const makeGainsQuery =
  (sql: SqlClient.SqlClient) =>
  ({ columns, most, where, after, limit }: GainsPage<GrownRow>) => {
    const place = sql`(${most}, g.observed_at)`
    const isAfter = (last: GrownRow) => {
      const lastPlace = sql`(${last.most}, ${last.observedAt})`
      return sql`${place} <= ${lastPlace} AND NOT (${place} = ${lastPlace} AND g.author_id <= ${last.authorId})`
    }
    return sql<GrownRow>`
      SELECT g.author_id, g.count AS follower_count, g.observed_at, ${columns} FROM follower_gains g
      WHERE ${where} AND ${after === undefined ? sql`true` : isAfter(after)}
      ORDER BY ${most} DESC, g.observed_at DESC, g.author_id LIMIT ${limit}`.unprepared
  }

/** Authors of other languages that are looked at when Chinese has none. */
const sampledAuthors = 100

const complete = withDefaults(LeaderboardQuery)

export class FollowerGrowth extends Context.Service<
  FollowerGrowth,
  { top(query: LeaderboardQuery): Effect.Effect<FollowerBoard> }
>()("@heddle/server/queries/leaderboards/FollowerGrowth") {
  static readonly layer = Layer.effect(
    FollowerGrowth,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const filterByLanguage = makeLanguageFilter(sql)
      const page = makeGainsQuery(sql)

      const top = Effect.fn("FollowerGrowth.top")(function* (query: LeaderboardQuery) {
        const { language, hours, size } = complete(query)
        const at = yield* now
        const start = plusMillis(at, -hours * hourMillis)
        const authorsIn = (languages: ReadonlyArray<string>, count: number) => {
          const add = (board: Board<Place>, rows: ReadonlyArray<GrownRow>) =>
            Effect.map(filterByLanguage(rows, languages, at), (found) =>
              boardOf([...board.places, ...found].toSorted(compareRows).slice(0, count), count)
            )
          return readTopGains(sql, { hours, start, page, add }, boardOf<Place>([], count)).pipe(
            Effect.map(({ places }) => places),
            Effect.orDie
          )
        }
        const rows = yield* authorsIn(languagesOf(language), size)
        const languagesFound = (others: ReadonlyArray<Language>) =>
          Effect.map(authorsIn(others, sampledAuthors), (authors) => authors.map(({ language }) => language))
        return {
          data: rows.map(rowOf),
          authorIds: rows.map(({ authorId }) => authorId),
          notices: yield* noticesIfNone(rows.length, query.language, otherLanguagesBy(languagesFound))
        }
      })

      return FollowerGrowth.of({ top })
    })
  )
}

interface Profile {
  readonly authorId: string
  readonly username: string
  readonly fullName: string
  readonly profilePicture: string
  readonly language: PostRow["language"]
}

const growthRate = ({ followerCount, value }: GrownAuthor) =>
  followerCount === value ? null : value / (followerCount - value)

const rowOf = (author: Place, index: number) => ({
  rank: index + 1,
  value: author.value,
  growth_rate: growthRate(author),
  username: author.username,
  full_name: author.fullName,
  profile_picture: author.profilePicture,
  follower_count: author.followerCount,
  language: author.language
})

/** Keeps the authors of this language, in the order given, and adds their profiles. */
const makeLanguageFilter = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (authors: ReadonlyArray<GrownAuthor>, languages: ReadonlyArray<string>, at: Date) {
    const { from, until } = languageWindow(at)
    // The planner assumes that an `ANY (ARRAY …)` list is short, and so uses the author index of each partition.
    const ofAuthors = sql`p.author_id = ANY (ARRAY ${listed(authors.map(({ authorId }) => authorId))})`
    const profiles = yield* sql<Profile>`
      SELECT l.author_id, ${shownName(sql, "l.author_id")} AS username, l.language, a.full_name, a.profile_picture
      FROM (${authorLanguages(sql, from, until, ofAuthors)}) AS l JOIN authors a ON a.author_id = l.author_id
      LEFT JOIN author_names n ON n.author_id = l.author_id
      WHERE ${sql.in("l.language", languages)}`.unprepared
    const known = new Map(profiles.map((profile) => [profile.authorId, profile]))
    return authors.flatMap((author) => {
      const profile = known.get(author.authorId)
      return profile === undefined ? [] : [{ ...author, ...profile }]
    })
  })
