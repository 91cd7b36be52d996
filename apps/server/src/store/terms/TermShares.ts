/** How common index terms are, by language: estimated from a sample, which a background task takes again and again. */
import { Array, Context, Effect, Layer, PubSub, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { arrayOf, recordset } from "../../database/client/Recordset.ts"
import { maintenance } from "../../runtime/Background.ts"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { forEachInSlices } from "../../runtime/Batches.ts"
import type { Window } from "../scan/ChunkedScan.ts"
import { slotOf } from "../posts/PostVersion.ts"
import { samplePosts, type Weighed } from "../scan/SlotSample.ts"

interface Sampled {
  readonly language: string
  readonly terms: ReadonlyArray<number>
  readonly tokenText: string
}

export type SampledPost = Sampled & Weighed

/** A sample of the posts of a window, for their terms. */
export const sampleTerms = (sql: SqlClient.SqlClient, window: Window) =>
  samplePosts<Sampled>(sql, window, "p.language, p.terms, p.token_text")

/** Terms of a language that fewer sampled posts have are too rare to estimate. */
const fewestPosts = 2

interface Count {
  posts: number
  weight: number
}

interface LanguageTally extends Count {
  readonly terms: Map<number, Count>
}

class TermTally {
  readonly #languages = new Map<string, LanguageTally>()

  add({ language, terms, weight }: SampledPost): void {
    const tally = this.#languages.get(language) ?? { posts: 0, weight: 0, terms: new Map<number, Count>() }
    this.#languages.set(language, tally)
    tally.posts += 1
    tally.weight += weight
    for (const term of terms) {
      const count = tally.terms.get(term) ?? { posts: 0, weight: 0 }
      tally.terms.set(term, count)
      count.posts += 1
      count.weight += weight
    }
  }

  languages() {
    return [...this.#languages].map(([language, { posts, weight }]) => ({ language, posts: weight, sampled: posts }))
  }

  /** The shares of the posts of a language that have a term. */
  shares() {
    return [...this.#languages].flatMap(([language, { weight, terms }]) =>
      [...terms].flatMap(([term, count]) =>
        count.posts < fewestPosts ? [] : [{ term, language, share: Math.min(1, count.weight / weight) }]
      )
    )
  }
}

const sampleDays = 30
const rowsOfStatement = 2_000
/** A store that has just begun grows quickly. */
const fewPosts = 5_000
/** A store with so many times the posts of the last sample, as after an import, is sampled again before its hour is over. */
const grownBy = 1.25

export interface TermShare {
  readonly term: number
  readonly language: string
  /** Of the posts of the language, from 0 to 1. */
  readonly share: number
}

export interface LanguageShare {
  readonly language: string
  /** Estimated number of posts of the last 30 days. */
  readonly posts: number
  /** Posts of the sample; a term that is missing is in one of them at most. */
  readonly sampled: number
}

export class TermShares extends Context.Service<
  TermShares,
  {
    /** Takes a new sample. Readers may see some shares of the old one until it ends. */
    readonly refresh: Effect.Effect<void>
    /** Does so if the last sample is old, or if it had so few posts that new ones change it. */
    readonly refreshIfDue: Effect.Effect<void>
    /** An element for each new sample, from when it is read on. */
    readonly refreshed: Stream.Stream<void>
  }
>()("@heddle/server/store/terms/TermShares") {
  static readonly layer = Layer.effect(
    TermShares,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const samples = yield* PubSub.sliding<void>(1)

      /** The posts that are counted by their likes: read much faster than the posts themselves. */
      const countPosts = (until: Date) =>
        sql<{ language: string; posts: number }>`
          SELECT c.language, sum(n.posts) AS posts FROM like_counts c, unnest(c.posts) AS n (posts)
          WHERE c.minutes = 60 AND c.slot >= ${slotOf(plusMillis(until, -sampleDays * dayMillis))} GROUP BY 1`

      const sample = Effect.fnUntraced(function* (until: Date) {
        const tally = new TermTally()
        const [oldest] = yield* sql<{ postedAt: Date | null }>`
          SELECT min(posted_at) AS posted_at FROM posts WHERE posted_at >= ${plusMillis(until, -sampleDays * dayMillis)}`
        const from = oldest?.postedAt ?? null
        if (from === null) return tally
        yield* sampleTerms(sql, { from, until: plusMillis(until, 1) }).pipe(
          Stream.runForEach((posts) => forEachInSlices(posts, (post) => tally.add(post)))
        )
        return tally
      })

      const write = (shares: ReadonlyArray<TermShare>, sampledAt: Date) => {
        const columns = { term: "integer", language: "text", share: "text", sampledAt: "timestamptz" } as const
        const rows = shares.map(({ share, ...row }) => ({ ...row, share: String(share), sampledAt }))
        return sql`
          INSERT INTO term_shares (term, language, share, sampled_at)
          SELECT n.term, n.language, n.share::real, n.sampled_at FROM ${recordset(sql, "n", columns, rows)}
          ON CONFLICT (term, language) DO UPDATE SET share = excluded.share, sampled_at = excluded.sampled_at`
          .unprepared
      }

      const writeLanguages = Effect.fnUntraced(function* (languages: ReadonlyArray<LanguageShare>, sampledAt: Date) {
        const counted = new Map((yield* countPosts(sampledAt)).map(({ language, posts }) => [language, posts]))
        for (const { language, posts, sampled } of languages) {
          yield* sql`
            INSERT INTO language_shares (language, posts, sampled, counted, sampled_at)
            VALUES (${language}, ${posts}, ${sampled}, ${counted.get(language) ?? 0}, ${sampledAt})
            ON CONFLICT (language) DO UPDATE SET posts = excluded.posts, sampled = excluded.sampled,
              counted = excluded.counted, sampled_at = excluded.sampled_at`
        }
      })

      const refresh = Effect.gen(function* () {
        const at = yield* now
        const tally = yield* sample(at)
        for (const shares of Array.chunksOf(tally.shares(), rowsOfStatement)) yield* write(shares, at)
        yield* writeLanguages(tally.languages(), at)
        yield* sql`DELETE FROM term_shares WHERE sampled_at < ${at}`
        yield* sql`DELETE FROM language_shares WHERE sampled_at < ${at}`
        yield* PubSub.publish(samples, undefined)
      }).pipe(Effect.orDie, Effect.withSpan("TermShares.refresh"))

      const refreshIfDue = Effect.gen(function* () {
        const at = yield* now
        const [last] = yield* sql<{ sampledAt: Date | null; posts: number | null; counted: number | null }>`
          SELECT max(sampled_at) AS sampled_at, sum(posts) AS posts, sum(counted)::bigint AS counted FROM language_shares`
        const due = plusMillis(at, -hourMillis)
        const isDue = (last?.sampledAt ?? due) <= due || (last?.posts ?? 0) < fewPosts
        const counted = isDue ? [] : yield* countPosts(at)
        const total = counted.reduce((sum, { posts }) => sum + posts, 0)
        if (isDue || total > grownBy * (last?.counted ?? 0)) yield* refresh
      }).pipe(Effect.orDie)

      return TermShares.of({ refresh, refreshIfDue, refreshed: Stream.fromPubSub(samples) })
    })
  )
}

/** The shares of these terms in every language where they are known; no rows before the first sample. */
export const sharesOf = (sql: SqlClient.SqlClient, terms: ReadonlyArray<number>) =>
  sql<TermShare>`
    SELECT term, language, share FROM term_shares WHERE term = ANY (${arrayOf("integer", terms)})`

export const languageShares = (sql: SqlClient.SqlClient) =>
  sql<LanguageShare>`SELECT language, posts, sampled FROM language_shares`

export const termSharesTask = maintenance(
  "term shares",
  "5 minutes",
  TermShares.use(({ refreshIfDue }) => refreshIfDue)
)

/** Wakes what is chosen from a sample of all posts. */
export const whenSampled = Stream.unwrap(TermShares.use(({ refreshed }) => Effect.succeed(refreshed)))
