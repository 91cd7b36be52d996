/** Response times of semantic search over many posts. */
import { Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { languagesOf } from "../../../apps/server/src/queries/filters/Filters.ts"
import { Engine } from "../../../apps/server/src/queries/semantic/Engine.ts"
import { LexicalEngine, makeScore } from "../../../apps/server/src/queries/semantic/LexicalEngine.ts"
import { piecesOf, weighTerms } from "../../../apps/server/src/queries/semantic/TopicTerms.ts"
import { SemanticSearch } from "../../../apps/server/src/queries/semantic/SemanticSearch.ts"
import { languageShares, sharesOf } from "../../../apps/server/src/store/terms/TermShares.ts"
import { timed } from "../Product.ts"
import { type Figure, round } from "../Report.ts"
import { type Seen, seenOf } from "../search/Turns.ts"
import { makeTopics, type TopicKind } from "./Topics.ts"

interface Asked {
  readonly name: string
  /** On PostgreSQL. */
  readonly goal: string
  readonly query: { readonly limit?: number; readonly min_likes?: number }
}

const thresholds = { min_likes: 20 }

const asked: ReadonlyArray<Asked> = [
  { name: "10 posts", goal: "p95 < 150 ms", query: {} },
  { name: "10 posts with thresholds", goal: "p95 < 1500 ms", query: thresholds },
  { name: "3000 posts", goal: "p95 < 1500 ms", query: { limit: 3_000 } },
  { name: "3000 posts with thresholds", goal: "p95 < 1500 ms", query: { limit: 3_000, ...thresholds } }
]

const cells = ({ p50, p95, max, samples }: Seen): string =>
  [p50, p95, max].map((millis) => millis.toFixed(0).padStart(7)).join("") + String(samples).padStart(6)

const askKind = Effect.fnUntraced(function* ({ language, topics }: TopicKind, { query }: Asked) {
  const semantic = yield* SemanticSearch
  const millis: Array<number> = []
  // The first time is left out: pages and plans are cold.
  for (const topic of [...topics.slice(0, 1), ...topics]) {
    const took = yield* timed(Effect.flatten(semantic.prepare({ topic, language, ...query })))
    millis.push(took.millis)
  }
  return seenOf(millis.slice(1))
})

const figureOf = (database: string, { name }: Asked, what: string, seen: Seen, posts: number): Figure => ({
  name: "semantic",
  metric: `p95 of ${name}, ${what}, ${database}`,
  value: round(seen.p95),
  unit: "ms",
  sizes: { posts, samples: seen.samples }
})

/** Every kind of topic, then all kinds together and the worst one. */
export const measureSpeed = Effect.fnUntraced(function* (database: string, posts: number, topics: number) {
  const kinds = makeTopics(topics)
  return yield* Effect.forEach(asked, (one) =>
    Effect.gen(function* () {
      yield* Console.log(`\n${database}, ${one.name} (goal: ${one.goal})${"p50    p95    max     n".padStart(32)}`)
      const seen = yield* Effect.forEach(kinds, (kind) =>
        Effect.map(askKind(kind, one), (times) => ({ what: kind.name, times }))
      )
      const worst = seen.toSorted((a, b) => b.times.p95 - a.times.p95)[0]
      const all = { what: "all kinds", times: seenOf(seen.flatMap(({ times }) => times.millis)) }
      const rows = [...seen, all]
      for (const { what, times } of rows) yield* Console.log(`  ${what.padEnd(40)}${cells(times)}`)
      return [all, ...(worst === undefined ? [] : [{ ...worst, what: `worst kind (${worst.what})` }])].map(
        ({ what, times }) => figureOf(database, one, what, times, posts)
      )
    })
  ).pipe(Effect.map((figures) => figures.flat()))
})

const compared = 10

/** The share of the closest posts among all posts, each of them scored, that the engine finds. */
export const measureRecall = Effect.fnUntraced(function* (posts: number, topics: number) {
  const sql = yield* SqlClient.SqlClient
  const engine = yield* Engine
  const sentences = makeTopics(topics).filter(({ name }) => name.endsWith("a sentence"))
  const shares: Array<number> = []
  const from = new Date(0)
  for (const { language, topics } of sentences) {
    const languages = languagesOf(language)
    const all = yield* sql<{ code: string; tokenText: string }>`
      SELECT code, token_text FROM posts WHERE ${sql.in("language", languages)}`.unprepared
    for (const topic of topics) {
      const pieces = piecesOf(topic)
      const known = yield* sharesOf(
        sql,
        pieces.map(({ term }) => term)
      )
      const score = makeScore(weighTerms(pieces, known, yield* languageShares(sql), languages))
      const best = all
        .map(({ tokenText }) => score(tokenText))
        .toSorted((a, b) => b - a)
        .slice(0, compared)
      const found = yield* engine.nearest(topic, { languages: [language], among: { from } }, compared)
      const least = best.at(-1) ?? 0
      shares.push(found.posts.filter((post) => post.score >= least).length / best.length)
    }
  }
  const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length
  yield* Console.log(
    `\nrecall@10 against the scores of all posts, a sentence: ${recall.toFixed(3)} (${shares.length} topics)`
  )
  return {
    name: "semantic",
    metric: "recall@10 against the scores of all posts",
    value: round(recall, 3),
    unit: "",
    sizes: { posts, topics: shares.length }
  } satisfies Figure
}, Effect.provide(LexicalEngine.layer))
