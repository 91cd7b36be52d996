/**
 * Chooses the terms whose counts are kept: those in so many posts of the last 30 days that counting them for each call
 * would take long. A sample tells how many. A term that becomes rare is kept until it is much rarer than a new one may be.
 */
import { termPiecesOf } from "@heddle/text"
import { Effect, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import { forEachInSlices } from "../../runtime/TimeSlices.ts"
import { samplePosts } from "../terms/TermSample.ts"
import type { RolledTerm } from "./RollupCounts.ts"

const sampleDays = 30
/** Terms that fewer sampled posts have are too rare to estimate. */
const fewestSampled = 8
const mostTerms = 20_000
/** Of the number that a new term needs. */
const rareShare = 0.25

interface Tally extends RolledTerm {
  sampled: number
  posts: number
}

interface Choice {
  readonly added: ReadonlyArray<RolledTerm>
  readonly ended: ReadonlyArray<string>
}

export const chooseTerms = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  kept: ReadonlySet<string>,
  at: Date,
  fewestPosts: number
) {
  const tallies = new Map<string, Tally>()
  yield* samplePosts(sql, { from: plusMillis(at, -sampleDays * dayMillis), until: plusMillis(at, 1) }).pipe(
    Stream.runForEach((posts) =>
      forEachInSlices(posts, ({ tokenText, weight }) => {
        for (const { piece, term } of termPiecesOf(tokenText)) {
          const tally = tallies.get(piece) ?? { term: piece, index_term: term, sampled: 0, posts: 0 }
          tallies.set(piece, tally)
          tally.sampled += 1
          tally.posts += weight
        }
      })
    )
  )
  const common = [...tallies.values()]
    .filter(({ sampled, posts }) => sampled >= fewestSampled && posts >= fewestPosts)
    .toSorted((one, other) => other.posts - one.posts)
    .slice(0, mostTerms)
  const added = common.flatMap(({ term, index_term }) => (kept.has(term) ? [] : [{ term, index_term }]))
  const ended = [...kept].filter((term) => (tallies.get(term)?.posts ?? 0) < fewestPosts * rareShare)
  return { added, ended } satisfies Choice
})
