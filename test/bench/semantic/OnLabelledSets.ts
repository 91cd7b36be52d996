/** Retrieval quality on labelled sets, on the embedded database. */
import { Console, Effect } from "effect"
import { productIn, temporaryFolder } from "../Product.ts"
import { type Figure, round } from "../Report.ts"
import type { LabelledSet } from "./Labelled.ts"
import { meanQuality, type Quality, qualityOf } from "./Quality.ts"
import { peers } from "./QualityPeers.ts"
import { rankersOf, writeSet } from "./QualityOfProduct.ts"

type Measured = Readonly<Record<string, Quality>>

const inProduct = Effect.fnUntraced(function* (set: LabelledSet) {
  yield* writeSet(set)
  const { semantic, keywords } = yield* rankersOf(set)
  const mean = (rank: typeof semantic | typeof keywords) =>
    Effect.map(
      Effect.forEach(set.topics, ({ topic, relevant }) =>
        Effect.map(rank(topic), (ranked) => qualityOf(ranked, relevant))
      ),
      meanQuality
    )
  return { "semantic search": yield* mean(semantic), "keyword search": yield* mean(keywords) }
})

const byPeers = (set: LabelledSet): Measured =>
  Object.fromEntries(
    Object.entries(peers).map(([name, make]) => {
      const rank = make(set)
      return [name, meanQuality(set.topics.map(({ topic, relevant }) => qualityOf(rank(topic), relevant)))]
    })
  )

const shown = ({ recall, ndcg }: Quality): string => `${recall.toFixed(3)} ${ndcg.toFixed(3)}`

const figuresOf = (set: LabelledSet, measured: Measured): ReadonlyArray<Figure> => {
  const product = measured["semantic search"]
  const others = Object.entries(measured).filter(([name]) => name !== "semantic search")
  if (product === undefined) return []
  return (["recall", "ndcg"] as const).map((metric) => ({
    name: "semantic",
    metric: `${metric === "recall" ? "recall@10" : "nDCG@10"}, ${set.name}`,
    value: round(product[metric], 3),
    unit: "",
    peers: Object.fromEntries(others.map(([name, quality]) => [name, round(quality[metric], 3)])),
    ratio: Object.fromEntries(others.map(([name, quality]) => [name, round(product[metric] / quality[metric], 2)])),
    sizes: { topics: set.topics.length, posts: set.posts.length }
  }))
}

const measure = Effect.fnUntraced(function* (set: LabelledSet) {
  const folder = yield* temporaryFolder
  const product = yield* inProduct(set).pipe(Effect.provide(productIn(folder), { local: true }))
  const measured: Measured = { ...product, ...byPeers(set) }
  yield* Console.log(
    `  ${`${set.name} (${set.topics.length} topics, ${set.posts.length} posts)`.padEnd(46)}` +
      Object.entries(measured)
        .map(([name, quality]) => `${name} ${shown(quality)}`)
        .join("; ")
  )
  return figuresOf(set, measured)
}, Effect.scoped)

export const onLabelledSets = Effect.fnUntraced(function* (sets: ReadonlyArray<LabelledSet>) {
  yield* Console.log("\nquality, recall@10 and nDCG@10; embedded database")
  return (yield* Effect.forEach(sets, measure)).flat()
})
