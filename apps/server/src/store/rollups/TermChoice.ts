/**
 * Chooses the terms whose counts are kept: those in so many posts of the last 30 days that counting them in each call
 * would be slow. A sample tells how many. A term that becomes rare is kept until it is much rarer than a new one may be.
 */
import { Effect, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import { forEachInSlices } from "../../runtime/Batches.ts"
import { type SampledPost, sampleTerms } from "../terms/TermShares.ts"
import { mostTokens, piecesOf } from "../posts/Terms.ts"

const sampleDays = 30
/** Terms that fewer sampled posts have are too rare to estimate. */
const fewestSampled = 8
const mostTerms = 20_000
/** Of the number that a new term needs. */
const rareShare = 0.25

interface Tally {
  sampled: number
  posts: number
}

type Sample = ReadonlyArray<Pick<SampledPost, "tokenText" | "weight">>

/** How many posts have the pieces of this many tokens, if both pieces that are a token shorter are among `parts`. */
const tallyPieces = Effect.fnUntraced(function* (sample: Sample, tokens: number, parts: ReadonlySet<string>) {
  const tallies = new Map<string, Tally>()
  yield* forEachInSlices(sample, ({ tokenText, weight }) => {
    for (const piece of piecesOf(tokenText, tokens, parts)) {
      const tally = tallies.get(piece) ?? { sampled: 0, posts: 0 }
      tallies.set(piece, tally)
      tally.sampled += 1
      tally.posts += weight
    }
  })
  return tallies
})

/** A piece is no more frequent than its parts, so each length is searched among what the length before has left. */
const tallyTerms = Effect.fnUntraced(function* (sample: Sample, fewestPosts: number) {
  const found = new Map<string, Tally>()
  let parts: ReadonlySet<string> = new Set()
  for (let tokens = 1; tokens <= mostTokens; tokens += 1) {
    const tallies = yield* tallyPieces(sample, tokens, parts)
    const frequent = [...tallies].filter(([, { posts }]) => posts >= fewestPosts)
    if (frequent.length === 0) break
    for (const [piece, tally] of frequent) found.set(piece, tally)
    parts = new Set(frequent.map(([piece]) => piece))
  }
  return found
})

export const chooseTerms = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  kept: ReadonlySet<string>,
  at: Date,
  fewestPosts: number
) {
  const window = { from: plusMillis(at, -sampleDays * dayMillis), until: plusMillis(at, 1) }
  const sample = yield* sampleTerms(sql, window).pipe(
    Stream.map((posts) => posts.map(({ tokenText, weight }) => ({ tokenText, weight }))),
    Stream.flattenIterable,
    Stream.runCollect
  )
  const fewestKept = fewestPosts * rareShare
  const tallies = yield* tallyTerms(sample, fewestKept)
  const common = [...tallies]
    .filter(([, { sampled, posts }]) => sampled >= fewestSampled && posts >= fewestPosts)
    .toSorted(([, one], [, other]) => other.posts - one.posts)
    .slice(0, mostTerms)
  const added = common.flatMap(([term]) => (kept.has(term) ? [] : [term]))
  const ended = [...kept].filter((term) => !tallies.has(term))
  return { added, ended }
})
