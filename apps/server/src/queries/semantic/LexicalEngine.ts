/**
 * Compares posts with a topic by the terms they share. The index on terms finds the posts with the rarest terms of the
 * topic, or with two of the less rare, as many as a call may read; all of these are scored with every term. A post that
 * shares only common terms cannot be among the closest unless few posts share a rare one, and then the newest of them are
 * read as well.
 */
import { makePieceCounter } from "@heddle/text"
import { Array, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { now, plusMillis } from "../../runtime/Time.ts"
import { forEachInSlices } from "../../runtime/Batches.ts"
import { languageShares, sharesOf } from "../../store/terms/TermShares.ts"
import { languagesOfAny } from "../filters/Filters.ts"
import { keyOf, makeCandidates, tokenTextOf } from "./Candidates.ts"
import { makeClosest } from "./Closest.ts"
import { Engine, type Scope } from "./Engine.ts"
import { passesOf } from "./Passes.ts"
import { indexTermsOf, piecesOf, type TopicTerm, weighTerms } from "./TopicTerms.ts"

/** How soon more occurrences of a term count for less. */
const saturation = 1.2
/** How much a long text counts against its occurrences. */
const lengthPenalty = 0.75
/** Tokens of a text of ordinary length. */
const usualTokens = 20

/** The score of a token text; 0 when it has no term of the topic. */
export const makeScore = (terms: ReadonlyArray<TopicTerm>) => {
  const weights = terms.map(({ weight }) => weight)
  const most = weights.reduce((sum, weight) => sum + weight, 0)
  const count = makePieceCounter(terms)
  return (tokenText: string): number => {
    const { tokens, times } = count(tokenText)
    const norm = saturation * (1 - lengthPenalty + (lengthPenalty * tokens) / usualTokens)
    let score = 0
    for (let at = 0; at < weights.length; at += 1) {
      const found = times[at] ?? 0
      if (found > 0) score += ((weights[at] ?? 0) * found) / (found + norm)
    }
    return most === 0 ? 0 : score / most
  }
}

/** The terms to compare posts of these languages with, as stored. */
export const termsOfTopic = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  topic: string,
  languages: ReadonlyArray<string>
) {
  const pieces = piecesOf(topic, languages)
  const shares = yield* sharesOf(sql, pieces.flatMap(indexTermsOf))
  return weighTerms(pieces, shares, yield* languageShares(sql), languages)
})

/** Posts to read: enough for the closest to be among them, and few enough for the time that an answer may take. */
const budgetOf = (count: number): number => 6_000 + 2 * count

/** Few enough to score without a look at the clock. */
const linesOfSlice = 100

/** How much more than expected a pass may read: the sample may be old, or there may be none yet. */
const guard = 4

export const LexicalEngine = {
  layer: Layer.effect(
    Engine,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const candidates = makeCandidates(sql)

      const nearest = Effect.fn("LexicalEngine.nearest")(function* (topic: string, scope: Scope, count: number) {
        const languages = languagesOfAny(scope.languages)
        const terms = yield* termsOfTopic(sql, topic, languages)
        const score = makeScore(terms)
        const closest = makeClosest(count)
        const add = (line: string): void => {
          const value = score(tokenTextOf(line))
          if (value > 0 && value >= closest.least()) closest.add({ ...keyOf(line), score: value })
        }
        const addAll = (lines: ReadonlyArray<string>) =>
          forEachInSlices(Array.chunksOf(lines, linesOfSlice), (some) => some.forEach(add))
        const budget = budgetOf(count)
        const among = { scope: scope.among, languages, until: plusMillis(yield* now, 1) }
        for (const pass of passesOf(terms, budget)) {
          if (closest.isFull()) break
          yield* Stream.runForEach(candidates.ofPass(among, pass, guard * budget), addAll)
        }
        return { engine: "lexical" as const, posts: closest.closest() }
      }, Effect.orDie)

      return Engine.of({ nearest })
    })
  )
}
