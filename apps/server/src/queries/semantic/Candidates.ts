/** The texts to compare with a topic: those that share terms with it. */
import { Effect, Option, Stream } from "effect"
import { type SqlClient, Statement } from "effect/sql"
import { arrayOf } from "../../database/client/Recordset.ts"
import { dayMillis } from "../../runtime/Time.ts"
import { chunkSizeFrom, scanChunks, timedChunk, type Window } from "../../store/scan/ChunkedScan.ts"
import type { Scope } from "./Engine.ts"
import type { Pass } from "./Passes.ts"
import { indexTermsOf, type TopicTerm } from "./TopicTerms.ts"

/** A post as one line of text, because decoding a row takes longer than scoring it. No part has a control character. */
const separator = "\t"

export const tokenTextOf = (line: string): string =>
  line.slice(line.indexOf(separator, line.indexOf(separator) + 1) + 1)

export const keyOf = (line: string) => {
  const [code = "", millis = ""] = line.split(separator, 2)
  return { code, postedAt: new Date(Number(millis)) }
}

interface Lines {
  /** Null without posts. */
  readonly lines: string | null
}

const lines = Statement.fragment([
  Statement.literal(`string_agg(
    p.code || chr(9) || (date_part('epoch', p.posted_at) * 1000)::bigint || chr(9) || p.token_text, chr(10)) AS lines`)
])

const linesOf = <E, R>(read: Effect.Effect<ReadonlyArray<Lines>, E, R>) =>
  Effect.map(read, ([row]) => row?.lines?.split("\n") ?? [])

interface Among {
  readonly scope: Scope["among"]
  /** As stored. */
  readonly languages: ReadonlyArray<string>
  /** Later than every post. */
  readonly until: Date
}

const initialDays = 2

export const makeCandidates = (sql: SqlClient.SqlClient) => {
  const listed = (terms: ReadonlyArray<TopicTerm>) => arrayOf("integer", [...new Set(terms.flatMap(indexTermsOf))])

  /**
   * In a subquery, because the planner knows nothing of rare terms: it would expect many posts with any of a long list,
   * and test every post.
   */
  const byIndex = ({ anyOf }: Pass) =>
    sql.or(anyOf.map((condition) => sql.and(condition.map((terms) => sql`p.terms && (SELECT ${listed(terms)})`))))

  /** The planner knows how common these are. */
  const common = ({ anyOf }: Pass) => sql`p.terms && ${listed(anyOf.flat(2))}`

  const within = ({ from, until }: Window, { languages }: Among, condition: Statement.Fragment) =>
    linesOf(
      sql<Lines>`
        SELECT ${lines} FROM posts p
        WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${sql.in("p.language", languages)}
          AND ${condition}`.unprepared
    )

  /** Whole days, because the index of a day finds the posts of the whole day. */
  const scanDays = ({ from, until }: Window, among: Among, pass: Pass) =>
    Stream.paginate({ end: until.getTime(), size: chunkSizeFrom(initialDays) }, ({ end, size }) =>
      Effect.gen(function* () {
        const lastDay = Math.floor((end - 1) / dayMillis)
        const start = Math.max(from.getTime(), (lastDay - size.size + 1) * dayMillis)
        const days = lastDay - Math.floor(start / dayMillis) + 1
        const read = within({ from: new Date(start), until: new Date(end) }, among, byIndex(pass))
        const { result, next } = yield* timedChunk(size, days, 1, read)
        return [[result], start > from.getTime() ? Option.some({ end: start, size: next }) : Option.none()] as const
      })
    )

  const fromLibrary = ({ languages }: Among, pass: Pass, atMost: number) =>
    Stream.fromEffect(
      linesOf(
        sql<Lines>`
          SELECT ${lines} FROM (
            SELECT p.code, p.posted_at, p.token_text FROM library_posts p
            WHERE ${sql.in("p.language", languages)} AND ${byIndex(pass)}
            ORDER BY p.posted_at DESC LIMIT ${atMost}
          ) AS p`.unprepared
      )
    )

  /** Those of a pass as lines, newest first; if it has more than expected, it ends soon after `atMost`. */
  const ofPass = (among: Among, pass: Pass, atMost: number) => {
    const { scope, until } = among
    if (scope === "library") return fromLibrary(among, pass, atMost)
    const millis = (until.getTime() - scope.from.getTime()) * pass.newest
    const window = { from: new Date(until.getTime() - millis), until }
    let read = 0
    // Few days with many such posts: the index would find all of a day for each part of it.
    const batches =
      millis < initialDays * dayMillis
        ? scanChunks(window, (chunk) => within(chunk, among, common(pass)))
        : scanDays(window, among, pass)
    return Stream.takeUntil(batches, (posts) => (read += posts.length) >= atMost)
  }

  return { ofPass }
}
