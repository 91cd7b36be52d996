/**
 * Compares posts with a topic by the terms they share. The index on terms finds the posts with the rarest terms of the
 * topic, as many as a call may read; all of these are scored with every term. A post that shares only common terms cannot
 * be among the closest unless few posts share a rare one, and then the newest of them are read as well.
 */
import { countTokens } from "@heddle/text"
import { Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { now, plusMillis } from "../../runtime/Time.ts"
import { forEachInSlices } from "../../runtime/TimeSlices.ts"
import { compareCodes } from "../../store/posts/PostsByCode.ts"
import { languageShares, sharesOf } from "../../store/terms/TermShares.ts"
import { languagesOfAny } from "../filters/Filters.ts"
import { type Candidate, makeCandidates, passesOf } from "./Candidates.ts"
import { Engine, type Near, type Scope } from "./Engine.ts"
import { piecesOf, type TopicTerm, weighTerms } from "./TopicTerms.ts"

/** How soon more occurrences of a term count for less. */
const saturation = 1.2
/** How much a long text counts against its occurrences. */
const lengthPenalty = 0.75
/** Tokens of a text of ordinary length. */
const usualTokens = 20

const occurrences = (text: string, piece: string): number => {
  let count = 0
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) count += 1
  return count
}

/** The score of a token text; 0 when it has no term of the topic. */
export const makeScore = (terms: ReadonlyArray<TopicTerm>) => {
  const most = terms.reduce((sum, { weight }) => sum + weight, 0)
  return (tokenText: string): number => {
    let score = 0
    let norm = 0
    for (const { piece, weight } of terms) {
      const times = occurrences(tokenText, piece)
      if (times === 0) continue
      if (norm === 0) norm = saturation * (1 - lengthPenalty + (lengthPenalty * countTokens(tokenText)) / usualTokens)
      score += (weight * times) / (times + norm)
    }
    return most === 0 ? 0 : score / most
  }
}

/** Posts to read: enough for the closest to be among them, and few enough for the time that an answer may take. */
const budgetOf = (count: number): number => 6_000 + 2 * count

/** How much more than expected a pass may read: the sample may be old, or there may be none yet. */
const guard = 4

export const LexicalEngine = {
  layer: Layer.effect(
    Engine,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const candidates = makeCandidates(sql)

      const termsOfTopic = Effect.fnUntraced(function* (topic: string, languages: ReadonlyArray<string>) {
        const pieces = piecesOf(topic)
        const shares = yield* sharesOf(
          sql,
          pieces.map(({ term }) => term)
        )
        return weighTerms(pieces, shares, yield* languageShares(sql), languages)
      })

      const nearest = Effect.fn("LexicalEngine.nearest")(function* (topic: string, scope: Scope, count: number) {
        const languages = languagesOfAny(scope.languages)
        const terms = yield* termsOfTopic(topic, languages)
        const score = makeScore(terms)
        const found = new Map<string, Near>()
        const add = (posts: ReadonlyArray<Candidate>) =>
          forEachInSlices(posts, ({ code, postedAt, tokenText }) => {
            const value = found.has(code) ? 0 : score(tokenText)
            if (value > 0) found.set(code, { code, postedAt, score: value })
          })
        const budget = budgetOf(count)
        const among = { scope: scope.among, languages, until: plusMillis(yield* now, 1) }
        for (const pass of passesOf(terms, budget)) {
          if (found.size >= count) break
          yield* Stream.runForEach(candidates.ofPass(among, pass, guard * budget), add)
        }
        return { engine: "lexical" as const, posts: [...found.values()].toSorted(compareNear).slice(0, count) }
      }, Effect.orDie)

      return Engine.of({ nearest })
    })
  )
}

const compareNear = (one: Near, other: Near): number =>
  other.score - one.score || other.postedAt.getTime() - one.postedAt.getTime() || compareCodes(one.code, other.code)
