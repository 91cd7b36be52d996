/**
 * `npm run bench -- ingest`: posts and new counts per second, compared with bare statements.
 *
 * The floors write the very rows that the product has stored, as `INSERT … SELECT … FROM unnest(…) ON CONFLICT …`, in batches of
 * the same size and in turns with it: into copies of all tables, of the table of posts, and into a table with a primary key.
 */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { type Posts, recentPosts } from "../posts/Posts.ts"
import { batchSize } from "../posts/Writing.ts"
import { describeServer, productIn, productOn, serverSettings, temporaryFolder } from "../Product.ts"
import { type Figure, jsonFlag, machine, postsFlag, print, round, seedFlag } from "../Report.ts"
import { type Floor, floors, makeFloors, requireSameRows } from "./Floors.ts"
import { type Kind, kinds, type Result, resultOf, writeSegment } from "./Rates.ts"

const days = 30
const turns = 5
const batchesAtOnce = [1, 2] as const
const warmUp = 4 * batchSize
const goal = "goal: at least 60 % of the copies"

interface Measured {
  readonly atOnce: number
  readonly kind: Kind
  readonly result: Result
}

const measure = Effect.fnUntraced(function* (posts: Posts) {
  const floors = yield* makeFloors
  yield* writeSegment(posts, floors, { from: 0, until: warmUp, atOnce: 1, turn: 0 })
  const size = Math.floor((posts.count - warmUp) / (turns * batchesAtOnce.length))
  const seen = yield* Effect.forEach(
    Array.from({ length: turns }, (_, turn) =>
      batchesAtOnce.map((atOnce, place) => {
        const from = warmUp + (turn * batchesAtOnce.length + place) * size
        return { from, until: from + size, atOnce, turn }
      })
    ).flat(),
    (segment) => Effect.map(writeSegment(posts, floors, segment), (rates) => ({ atOnce: segment.atOnce, rates }))
  )
  yield* requireSameRows
  return batchesAtOnce.flatMap((atOnce) =>
    kinds.map((kind): Measured => {
      const ofTurns = seen.flatMap((one) => (one.atOnce === atOnce ? [one.rates] : []))
      return { atOnce, kind, result: resultOf(ofTurns, kind) }
    })
  )
})

const names: Readonly<Record<Floor, string>> = {
  copies: "copies",
  copy_of_posts: "copy of posts alone",
  plain: "primary key alone"
}

const title = ({ atOnce, kind }: Measured): string =>
  `${kind === "posts" ? "new posts" : "new counts"}, ${atOnce === 1 ? "1 batch" : `${atOnce} batches`} at a time`

const printMeasured = (one: Measured) => {
  const { rates, ratios } = one.result
  const rate = (value: number) => `${Math.round(value).toString().padStart(7)}/s`
  const share = (value: number) => `${(100 * value).toFixed(0).padStart(4)} %`
  const floorFigures = floors.map((floor) => `   ${names[floor]} ${rate(rates[floor])} ${share(ratios[floor])}`)
  return Console.log(`  ${title(one).padEnd(34)} product ${rate(rates.product)}${floorFigures.join("")}`)
}

const figure = (database: string, posts: number, one: Measured): Figure => {
  const { rates, ratios } = one.result
  return {
    name: "ingest",
    metric: `${title(one)}, ${database}`,
    value: Math.round(rates.product),
    unit: "rows/s",
    peers: Object.fromEntries(floors.map((floor) => [floor, Math.round(rates[floor])])),
    ratio: Object.fromEntries(floors.map((floor) => [floor, round(ratios[floor], 2)])),
    sizes: { posts, batch: batchSize, turns }
  }
}

/** Runs on one database after the other, with the same posts. */
const measureOn = Effect.fnUntraced(function* (database: string, posts: Posts) {
  yield* Console.log(`\n${database} (${goal})\n${yield* describeServer}`)
  const measured = yield* measure(posts)
  yield* Effect.forEach(measured, printMeasured, { discard: true })
  return measured.map((one) => figure(database, posts.count, one))
})

export const ingest = Command.make(
  "ingest",
  {
    json: jsonFlag,
    posts: postsFlag(100_000),
    seed: seedFlag
  },
  Effect.fn(function* ({ json, posts: count, seed }) {
    const posts = yield* recentPosts({ seed, count, days })
    yield* Console.log(`${machine()}\n${count} posts, seed ${seed}, batches of ${batchSize}, medians of ${turns} turns`)
    const folder = yield* temporaryFolder
    const embedded = yield* measureOn("embedded database, in a folder", posts).pipe(Effect.provide(productIn(folder)))
    const { url } = yield* PostgresServer.start({ settings: serverSettings })
    const server = yield* measureOn("PostgreSQL, on this machine", posts).pipe(Effect.provide(productOn(url)))
    yield* print(json, [...embedded, ...server.toReversed()])
  }, Effect.scoped)
).pipe(
  Command.withDescription("Posts and metric updates a second, against a bare INSERT … ON CONFLICT of the same rows")
)
