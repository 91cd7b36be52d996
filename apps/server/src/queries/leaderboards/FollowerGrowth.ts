/**
 * The authors that gained the most followers in the last hours (service.md, `/leaderboard/follower-growth`). Growth is
 * measured from the last snapshot at or before the start of these hours, or from the first snapshot if there is none
 * (decisions, "Leaderboards"). Authors come in order of growth, and their languages are queried in batches only until the
 * board is full.
 */
import { type Body, type FollowerGrowthResult, type Language, LeaderboardQuery, withDefaults } from "@heddle/api"
import { Context, Effect, Layer, Option, Ref, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { authorLanguages, languageWindow } from "../../store/authors/AuthorLanguages.ts"
import { type PostRow, shownName } from "../../store/posts/PostRow.ts"
import { compareCodes } from "../../store/posts/PostsByCode.ts"
import { scanAuthors, type AuthorRange } from "../../store/scan/ChunkedScan.ts"
import { languagesOf } from "../filters/Filters.ts"
import { noticesIfNone, otherLanguagesBy } from "../filters/OtherLanguages.ts"

/** Streams the authors of all languages that gained followers since a time, greatest gain first. */
interface GrownAuthor {
  readonly authorId: string
  readonly followerCount: number
  readonly observedAt: Date
  /** Followers at the start. */
  readonly before: number
  readonly value: number
}

/** Authors kept by the first scan. A caller that needs more causes another scan, with a larger limit. */
const initialLimit = 2_000
const limitGrowth = 8

const growingAuthors = (sql: SqlClient.SqlClient, start: Date) => {
  const selectGrowth = makeGrowthQuery(sql, start)

  /** Scans all authors for the first `limit` after this one. */
  const scanTop = Effect.fnUntraced(function* (after: GrownAuthor | undefined, limit: number) {
    const best = yield* Ref.make<ReadonlyArray<GrownAuthor>>([])
    const scanChunk = Effect.fnUntraced(function* (chunk: AuthorRange) {
      const found = yield* Ref.get(best)
      const rows = yield* selectGrowth(chunk, found[limit - 1]?.value ?? 1, after?.value ?? Number.MAX_SAFE_INTEGER)
      const candidates = after === undefined ? rows : rows.filter((row) => compareRows(after, row) < 0)
      if (candidates.length > 0) yield* Ref.set(best, [...found, ...candidates].toSorted(compareRows).slice(0, limit))
    })
    yield* Stream.runDrain(scanAuthors(sql, scanChunk))
    return yield* Ref.get(best)
  })

  return Stream.paginate({ after: undefined, limit: initialLimit }, (page: Page) =>
    Effect.map(scanTop(page.after, page.limit), (found) => [
      found,
      found.length < page.limit ? Option.none() : Option.some({ after: found.at(-1), limit: limitGrowth * page.limit })
    ])
  )
}

interface Page {
  readonly after: GrownAuthor | undefined
  readonly limit: number
}

/** Greatest first; ties by the last observation, newest first, then by id. */
const compareRows = (one: GrownAuthor, other: GrownAuthor) =>
  other.value - one.value ||
  other.observedAt.getTime() - one.observedAt.getTime() ||
  compareCodes(one.authorId, other.authorId)

/** The authors of a chunk whose gain is between the two numbers, both included. */
const makeGrowthQuery =
  (sql: SqlClient.SqlClient, start: Date) => (chunk: AuthorRange, minGain: number, maxGain: number) =>
    sql<GrownAuthor>`
    SELECT a.author_id, a.follower_count, a.observed_at, b.followers AS before, a.follower_count - b.followers AS value
    FROM authors a
    CROSS JOIN LATERAL (
      SELECT coalesce(
        (SELECT m.follower_count FROM author_metrics m
          WHERE m.author_id = a.author_id AND m.hour <= ${start} AND m.observed_at <= ${start}
            AND m.follower_count IS NOT NULL
          ORDER BY m.hour DESC LIMIT 1),
        (SELECT m.follower_count FROM author_metrics m
          WHERE m.author_id = a.author_id AND m.follower_count IS NOT NULL ORDER BY m.hour LIMIT 1)
      ) AS followers OFFSET 0
    ) AS b
    WHERE a.author_id >= ${chunk.first} AND a.author_id <= ${chunk.last} AND a.observed_at > ${start}
      AND a.follower_count >= ${minGain} AND a.follower_count - b.followers BETWEEN ${minGain} AND ${maxGain}`
      .unprepared

/** Authors per language query: a statement of about 10 ms. */
const languageBatchSize = 400

/** Authors of other languages that are looked at when Chinese has none. */
const sampledAuthors = 100

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
        const authorsIn = (languages: ReadonlyArray<string>, count: number) =>
          growingAuthors(sql, plusMillis(at, -hours * hourMillis)).pipe(
            Stream.grouped(languageBatchSize),
            Stream.mapEffect((authors) => filterByLanguage(authors, languages, at)),
            Stream.flattenIterable,
            Stream.take(count),
            Stream.runCollect,
            Effect.orDie
          )
        const rows = yield* authorsIn(languagesOf(language), size)
        const languagesFound = (others: ReadonlyArray<Language>) =>
          Effect.map(authorsIn(others, sampledAuthors), (authors) => authors.map(({ language }) => language))
        return {
          data: rows.map(rowOf),
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
