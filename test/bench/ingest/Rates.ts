/** Rows a second of the product and its floors, in turns: first sights of posts, then new counts of the same posts. */
import { Effect } from "effect"
import { type Change } from "../../../apps/server/src/store/Change.ts"
import { Ingestion } from "../../../apps/server/src/sources/ingestion/Ingestion.ts"
import { timed } from "../Product.ts"
import { median } from "../Quantiles.ts"
import type { Posts } from "../posts/Posts.ts"
import { batches, origin } from "../posts/Writing.ts"
import { type Floor, floors, type Floors, type StoredRows } from "./Floors.ts"

export const kinds = ["posts", "updates"] as const
export type Kind = (typeof kinds)[number]
export const ways = ["product", ...floors] as const
export type Way = (typeof ways)[number]

/** Rows a second. */
type Rates = Readonly<Record<Kind, Readonly<Record<Way, number>>>>

interface Segment {
  readonly from: number
  readonly until: number
  /** Batches at a time. */
  readonly atOnce: number
  /** Which floor goes first. */
  readonly turn: number
}

const expected = { posts: "accepted", updates: "updated" } as const

/** The product and its floors with the same posts; the floors need what the product made of them, so it begins. */
export const writeSegment = Effect.fnUntraced(function* (
  posts: Posts,
  made: Floors,
  { from, until, atOnce, turn }: Segment
) {
  const ingestion = yield* Ingestion
  const perSecond = (millis: number): number => ((until - from) * 1000) / millis
  const changeOf = { posts: posts.post, updates: (index: number) => posts.later(index, 1) }

  const writeProduct = Effect.fnUntraced(function* (kind: Kind) {
    // Made first: what it costs to make them up is nobody's.
    const changes = batches(from, until, (index): Change => changeOf[kind](index)).map((make) => make())
    const { value, millis } = yield* timed(
      Effect.forEach(changes, (batch) => ingestion.write(batch, origin), { concurrency: atOnce })
    )
    const others = value.flat().filter((outcome) => outcome !== expected[kind])
    if (others.length > 0) yield* Effect.die(new Error(`${others.length} ${kind} were not ${expected[kind]}`))
    return {
      rate: perSecond(millis),
      codes: changes.map((batch) => batch.flatMap((change) => ("code" in change ? [change.code] : [])))
    }
  })

  const writeFloor = Effect.fnUntraced(function* (floor: Floor, kind: Kind, rows: ReadonlyArray<StoredRows>) {
    const { millis } = yield* timed(
      Effect.forEach(rows, (batch) => made.write(floor, batch, kind === "posts" ? "nothing" : "update"), {
        concurrency: atOnce,
        discard: true
      })
    )
    return perSecond(millis)
  })

  const writeKind = Effect.fnUntraced(function* (kind: Kind) {
    const product = yield* writeProduct(kind)
    yield* made.addPartitions
    const rows = yield* Effect.forEach(product.codes, made.stored)
    const rates = { product: product.rate, copies: 0, copy_of_posts: 0, plain: 0 }
    for (const floor of turn % 2 === 0 ? floors : floors.toReversed())
      rates[floor] = yield* writeFloor(floor, kind, rows)
    return rates
  })

  return { posts: yield* writeKind("posts"), updates: yield* writeKind("updates") } satisfies Rates
})

export interface Result {
  /** Rows a second, the median of the turns. */
  readonly rates: Readonly<Record<Way, number>>
  /** The product's rate over the floor's of the same turn, the median of the turns. */
  readonly ratios: Readonly<Record<Floor, number>>
}

export const resultOf = (turns: ReadonlyArray<Rates>, kind: Kind): Result => {
  const rate = (way: Way) => median(turns.map((turn) => turn[kind][way]))
  const ratio = (floor: Floor) => median(turns.map((turn) => turn[kind].product / turn[kind][floor]))
  return {
    rates: {
      product: rate("product"),
      copies: rate("copies"),
      copy_of_posts: rate("copy_of_posts"),
      plain: rate("plain")
    },
    ratios: { copies: ratio("copies"), copy_of_posts: ratio("copy_of_posts"), plain: ratio("plain") }
  }
}
