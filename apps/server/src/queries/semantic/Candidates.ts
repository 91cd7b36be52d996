/** The texts to compare with a topic: those that share terms with it. */
import { Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { arrayOf } from "../../database/client/Recordset.ts"
import { dayMillis } from "../../runtime/Time.ts"
import { chunkSizeFrom, timedChunk } from "../../store/scan/AdaptiveChunkSize.ts"
import { scanChunks, type Window } from "../../store/scan/ChunkedScan.ts"
import type { Scope } from "./Engine.ts"
import type { TopicTerm } from "./TopicTerms.ts"

export interface Candidate {
  readonly code: string
  readonly postedAt: Date
  readonly tokenText: string
}

interface Among {
  readonly scope: Scope["among"]
  /** As stored. */
  readonly languages: ReadonlyArray<string>
  /** Later than every post. */
  readonly until: Date
}

type Terms = ReadonlyArray<TopicTerm>

const initialDays = 2

export const makeCandidates = (sql: SqlClient.SqlClient) => {
  const share = (terms: Terms) =>
    sql`p.terms && ${arrayOf(
      "integer",
      terms.map(({ term }) => term)
    )}`

  const within = ({ from, until }: Window, languages: ReadonlyArray<string>, terms: Terms) => sql`
    SELECT p.code, p.posted_at, p.token_text FROM posts p
    WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${sql.in("p.language", languages)} AND ${share(terms)}`

  /** Whole days, because the index of a day finds the posts of the whole day. */
  const scanDays = ({ from, until }: Window, languages: ReadonlyArray<string>, terms: Terms, atMost: number) =>
    Stream.paginate({ end: until.getTime(), found: 0, size: chunkSizeFrom(initialDays) }, ({ end, found, size }) =>
      Effect.gen(function* () {
        const lastDay = Math.floor((end - 1) / dayMillis)
        const start = Math.max(from.getTime(), (lastDay - size.size + 1) * dayMillis)
        const days = lastDay - Math.floor(start / dayMillis) + 1
        const window = { from: new Date(start), until: new Date(end) }
        const statement = sql<Candidate>`${within(window, languages, terms)}`.unprepared
        const { result, next } = yield* timedChunk(size, days, 1, statement)
        const read = found + result.length
        const isDone = start <= from.getTime() || read >= atMost
        return [[result], isDone ? Option.none() : Option.some({ end: start, found: read, size: next })] as const
      })
    )

  const fromLibrary = (languages: ReadonlyArray<string>, terms: Terms, atMost: number) =>
    Stream.fromEffect(
      sql<Candidate>`
        SELECT p.code, p.posted_at, p.token_text FROM library_posts p
        WHERE ${sql.in("p.language", languages)} AND ${share(terms)}
        ORDER BY p.posted_at DESC LIMIT ${atMost}`.unprepared
    )

  /** All posts with any of these terms; the newest, should there be more than `atMost` after all. */
  const withRareTerms = ({ scope, languages, until }: Among, terms: Terms, atMost: number) => {
    if (terms.length === 0) return Stream.empty
    if (scope === "library") return fromLibrary(languages, terms, atMost)
    return scanDays({ from: scope.from, until }, languages, terms, atMost)
  }

  /** The newest posts with any of these terms. */
  const newestWith = ({ scope, languages, until }: Among, terms: Terms, atMost: number) => {
    if (terms.length === 0) return Stream.empty
    if (scope === "library") return fromLibrary(languages, terms, atMost)
    let left = atMost
    return scanChunks({ from: scope.from, until }, (chunk) =>
      Effect.tap(
        sql<Candidate>`
          ${within(chunk, languages, terms)} ORDER BY p.posted_at DESC LIMIT ${left}`.unprepared,
        (posts) => Effect.sync(() => (left -= posts.length))
      )
    ).pipe(Stream.takeUntil(() => left <= 0))
  }

  return { withRareTerms, newestWith }
}
