/** Response times and CPU time of semantic search over many posts. */
import { Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { languagesOf } from "../../../apps/server/src/queries/filters/Filters.ts"
import { Engine } from "../../../apps/server/src/queries/semantic/Engine.ts"
import { LexicalEngine, makeScore, termsOfTopic } from "../../../apps/server/src/queries/semantic/LexicalEngine.ts"
import { SemanticSearch } from "../../../apps/server/src/queries/semantic/SemanticSearch.ts"
import { microsOfFamily } from "../Cpu.ts"
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

/** The database under the product. */
export interface Database {
  readonly name: string
  /** The process that is the parent of all sessions; undefined for the embedded database, a thread of this process. */
  readonly postmaster: number | undefined
}

/** Milliseconds a call. */
interface Cpu {
  readonly process: number
  readonly database: number
}

interface SeenKind {
  readonly what: string
  readonly times: Seen
  readonly cpu: Cpu
}

const cpuOf = ({ postmaster }: Database): Cpu => {
  const { user, system } = process.cpuUsage()
  return {
    process: (user + system) / 1_000,
    database: postmaster === undefined ? 0 : microsOfFamily(postmaster) / 1_000
  }
}

const cpuSum = ({ cpu }: SeenKind): number => cpu.process + cpu.database

const cells = ({ times: { p50, p95, max, samples }, cpu }: SeenKind): string =>
  [p50, p95, max, cpu.process, cpu.database].map((millis) => millis.toFixed(0).padStart(7)).join("") +
  String(samples).padStart(6)

const askKind = Effect.fnUntraced(function* (database: Database, { name, language, topics }: TopicKind, asked: Asked) {
  const semantic = yield* SemanticSearch
  const ask = (topic: string) => timed(Effect.flatten(semantic.prepare({ topic, language, ...asked.query })))
  // The first time is left out: pages and plans are cold.
  yield* Effect.forEach(topics.slice(0, 1), ask)
  const before = cpuOf(database)
  const took = yield* Effect.forEach(topics, ask)
  const after = cpuOf(database)
  return {
    what: name,
    times: seenOf(took.map(({ millis }) => millis)),
    cpu: {
      process: (after.process - before.process) / took.length,
      database: (after.database - before.database) / took.length
    }
  }
})

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const together = (seen: ReadonlyArray<SeenKind>): SeenKind => ({
  what: "all kinds",
  times: seenOf(seen.flatMap(({ times }) => times.millis)),
  cpu: { process: mean(seen.map(({ cpu }) => cpu.process)), database: mean(seen.map(({ cpu }) => cpu.database)) }
})

/** The figure of all kinds, and that of the worst one. */
const figuresOf = (metric: string, all: SeenKind, seen: ReadonlyArray<SeenKind>, value: (kind: SeenKind) => number) => {
  const worst = seen.toSorted((a, b) => value(b) - value(a)).slice(0, 1)
  return [all, ...worst.map((kind) => ({ ...kind, what: `worst kind (${kind.what})` }))].map((kind) => ({
    name: "semantic",
    metric: `${metric}, ${kind.what}`,
    value: round(value(kind)),
    unit: "ms",
    sizes: { samples: kind.times.samples }
  }))
}

/** Every kind of topic, then all kinds together and the worst one. */
export const measureSpeed = Effect.fnUntraced(function* (database: Database, posts: number, topics: number) {
  const kinds = makeTopics(topics)
  const figures = yield* Effect.forEach(asked, (one) =>
    Effect.gen(function* () {
      yield* Console.log(
        `\n${database.name}, ${one.name} (goal: ${one.goal})`.padEnd(43) +
          ["p50", "p95", "max", "CPU", "of db", "n"].map((head) => head.padStart(7)).join("")
      )
      const seen = yield* Effect.forEach(kinds, (kind) => askKind(database, kind, one))
      const all = together(seen)
      for (const kind of [...seen, all]) yield* Console.log(`  ${kind.what.padEnd(40)}${cells(kind)}`)
      const of = `${one.name}, ${database.name}`
      return [
        ...figuresOf(`p95 of ${of}`, all, seen, ({ times }) => times.p95),
        ...figuresOf(`CPU a call of ${of}`, all, seen, cpuSum)
      ]
    })
  )
  return figures.flat().map((figure): Figure => ({ ...figure, sizes: { posts, ...figure.sizes } }))
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
      const score = makeScore(yield* termsOfTopic(sql, topic, languages))
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
