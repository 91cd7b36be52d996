/** The texts to compare with a topic: those that share terms with it. */
import { Effect, Option, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { arrayOf } from "../../database/client/Recordset.ts"
import { dayMillis } from "../../runtime/Time.ts"
import { chunkSizeFrom, scanChunks, timedChunk, type Window } from "../../store/scan/ChunkedScan.ts"
import type { Scope } from "./Engine.ts"
import type { TopicTerm } from "./TopicTerms.ts"

/** Which terms of a topic bring posts to score, and from how long ago. Pure. */
interface Pass {
  readonly terms: ReadonlyArray<TopicTerm>
  /** The newest part of the time to look at, from 0 to 1. */
  readonly newest: number
}

/** With more of them, a topic of common terms alone would take long and find hardly better posts. */
const commonPasses = 4

/**
 * First the rarest terms, as many as have `budget` posts together. If they bring too few posts, the others follow one by
 * one, the rarest first; of one with too many posts, only the newest are read.
 */
export const passesOf = (rarestFirst: ReadonlyArray<TopicTerm>, budget: number): ReadonlyArray<Pass> => {
  let posts = 0
  const rare = rarestFirst.filter((term) => (posts += term.posts) <= budget)
  const common = rarestFirst
    .slice(rare.length, rare.length + commonPasses)
    .map((term) => ({ terms: [term], newest: Math.min(1, budget / term.posts) }))
  return rare.length === 0 ? common : [{ terms: rare, newest: 1 }, ...common]
}

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

const initialDays = 2

export const makeCandidates = (sql: SqlClient.SqlClient) => {
  const listed = ({ terms }: Pass) =>
    arrayOf(
      "integer",
      terms.map(({ term }) => term)
    )

  /**
   * In a subquery, because the planner knows nothing of rare terms: it would expect many posts with any of a long list,
   * and test every post.
   */
  const byIndex = (pass: Pass) => sql`p.terms && (SELECT ${listed(pass)})`

  /** The planner knows how common these are. */
  const common = (pass: Pass) => sql`p.terms && ${listed(pass)}`

  const within = ({ from, until }: Window, { languages }: Among, condition: Statement.Fragment) =>
    sql<Candidate>`
      SELECT p.code, p.posted_at, p.token_text FROM posts p
      WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${sql.in("p.language", languages)}
        AND ${condition}`.unprepared

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
      sql<Candidate>`
        SELECT p.code, p.posted_at, p.token_text FROM library_posts p
        WHERE ${sql.in("p.language", languages)} AND ${byIndex(pass)}
        ORDER BY p.posted_at DESC LIMIT ${atMost}`.unprepared
    )

  /** Those of a pass, newest first; if it has more than expected, it ends soon after `atMost`. */
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
