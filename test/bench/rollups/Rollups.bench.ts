/**
 * `npm run bench -- rollups`: what keeping counts of terms and prominent posts leaves of the rate of ingestion.
 *
 * Two databases with the same posts take turns. One keeps as many terms, and as large a share of prominent posts, as a store of
 * 20,000,000 posts; the other keeps neither.
 */
import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import { type Change } from "../../../apps/server/src/store/Change.ts"
import { Prominence } from "../../../apps/server/src/store/rollups/Prominence.ts"
import { Rollups } from "../../../apps/server/src/store/rollups/Rollups.ts"
import { Ingestion } from "../../../apps/server/src/sources/ingestion/Ingestion.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { type Posts, recentPosts } from "../posts/Posts.ts"
import { batches, batchSize, load, origin } from "../posts/Writing.ts"
import { describeServer, productOn, serverSettings, timed } from "../Product.ts"
import { median } from "../Quantiles.ts"
import { jsonFlag, machine, postsFlag, print, round, seedFlag } from "../Report.ts"
import { keepRollups } from "../search/Rollups.ts"

const days = 30
/** Of the posts, which are written before anything is measured. */
const firstShare = 0.9
const turns = 6
const batchesAtOnce = 2
const goal = 0.6

/** The numbers of a store of so many posts, by which fewer posts keep as many terms and the same share of posts. */
const fullStore = { posts: 20_000_000, postsOfTerm: 20_000, postsOfFloor: 50_000 }
const ways = ["with", "without"] as const
type Way = (typeof ways)[number]
const kinds = ["new posts", "new counts"] as const
type Kind = (typeof kinds)[number]

/** Rows a second. */
type Rates = Readonly<Record<Kind, number>>

const chooseAsFullStore = Effect.fnUntraced(function* (posts: number) {
  const sql = yield* SqlClient.SqlClient
  const share = posts / fullStore.posts
  // Floors are chosen from the posts of a week, the last days of which are not written yet.
  const week = 1 - (days * (1 - firstShare)) / 7
  const sizes = { fewestPosts: 0, postsOfFloor: Math.round(fullStore.postsOfFloor * share * week) }
  yield* keepRollups.pipe(
    Effect.provide(
      Layer.mergeAll(Rollups.layerFrom(Math.round(fullStore.postsOfTerm * share), 500), Prominence.layerFrom(sizes))
    )
  )
  yield* sql`CHECKPOINT`
})

const writeSegment = Effect.fnUntraced(function* (posts: Posts, from: number, until: number) {
  const ingestion = yield* Ingestion
  const rateOf = Effect.fnUntraced(function* (changeOf: (index: number) => Change, expected: string) {
    // Made before the measurement.
    const changes = batches(from, until, changeOf).map((make) => make())
    const { value, millis } = yield* timed(
      Effect.forEach(changes, (batch) => ingestion.write(batch, origin), { concurrency: batchesAtOnce })
    )
    const others = value.flat().filter((outcome) => outcome !== expected)
    if (others.length > 0) yield* Effect.die(new Error(`${others.length} changes were not ${expected}`))
    return ((until - from) * 1000) / millis
  })
  const newPosts = yield* rateOf(posts.post, "accepted")
  const newCounts = yield* rateOf((index) => posts.later(index, 1), "updated")
  return { "new posts": newPosts, "new counts": newCounts } satisfies Rates
})

/** As a server does every ten seconds. Returns the seconds it took. */
const addSteps = Effect.gen(function* () {
  const { millis } = yield* timed((yield* Rollups).add)
  return millis / 1000
})

export const rollups = Command.make(
  "rollups",
  { json: jsonFlag, posts: postsFlag(600_000), seed: seedFlag },
  Effect.fn(function* ({ json, posts: count, seed }) {
    const posts = yield* recentPosts({ seed, count, days })
    const first = Math.floor(count * firstShare)
    yield* Console.log(
      `${machine()}\n${count} posts, seed ${seed}, batches of ${batchSize}, ${batchesAtOnce} at a time, ${turns} turns`
    )
    const product = Effect.gen(function* () {
      const { url } = yield* PostgresServer.start({ settings: serverSettings })
      return yield* Layer.build(productOn(url))
    })
    const contexts = { with: yield* product, without: yield* product }
    yield* Console.log(yield* Effect.provide(describeServer, contexts.with))
    for (const way of ways) yield* Effect.provide(load({ ...posts, count: first }), contexts[way])
    yield* Effect.provide(chooseAsFullStore(first), contexts.with)
    const rates: Record<Way, Array<Rates>> = { with: [], without: [] }
    const seconds: Record<Way, number> = { with: 0, without: 0 }
    const size = Math.floor((count - first) / turns)
    for (let turn = 0; turn < turns; turn += 1) {
      const from = first + turn * size
      for (const way of turn % 2 === 0 ? ways : ways.toReversed()) {
        rates[way].push(yield* Effect.provide(writeSegment(posts, from, from + size), contexts[way]))
        seconds[way] += yield* Effect.provide(addSteps, contexts[way])
      }
    }
    const figures = yield* Effect.forEach(kinds, (kind) =>
      Effect.gen(function* () {
        const ratios = rates.with.map((one, turn) => one[kind] / (rates.without[turn]?.[kind] ?? 0))
        const [kept, without] = ways.map((way) => median(rates[way].map((one) => one[kind])))
        const ratio = median(ratios)
        const percent = (value: number) => `${(100 * value).toFixed(0)} %`
        yield* Console.log(
          `  ${kind.padEnd(12)} with ${Math.round(kept ?? 0)}/s, without ${Math.round(without ?? 0)}/s: ${percent(ratio)}, ` +
            `from ${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))} (goal: at least ${percent(goal)})`
        )
        return {
          name: "rollups",
          metric: `${kind}, with terms and prominent posts`,
          value: Math.round(kept ?? 0),
          unit: "rows/s",
          peers: { without: Math.round(without ?? 0) },
          ratio: { without: round(ratio, 2) },
          sizes: { posts: count, batch: batchSize, turns }
        }
      })
    )
    yield* Console.log(
      `  not in these rates: adding the steps to the counts took ${seconds.with.toFixed(1)} s with, and ` +
        `${seconds.without.toFixed(1)} s without, for ${turns * size} new posts and as many new counts`
    )
    yield* print(json, figures)
  }, Effect.scoped)
).pipe(Command.withDescription("Ingestion with the counts of terms and the prominent posts, against ingestion without"))
