/** The posts of a labelled set in the product, ranked by semantic search and by its keyword search. */
import { Clock, Effect } from "effect"
import { Search } from "../../../apps/server/src/queries/search/Search.ts"
import { SemanticSearch } from "../../../apps/server/src/queries/semantic/SemanticSearch.ts"
import { Ingestion } from "../../../apps/server/src/sources/ingestion/Ingestion.ts"
import { TermShares } from "../../../apps/server/src/store/terms/TermShares.ts"
import { origin } from "../posts/Writing.ts"
import type { LabelledSet } from "./Labelled.ts"
import { depth } from "./Quality.ts"

const secondsBetween = 60

/** Posts of another set must not be found, so each set has its own codes. */
const codeOf = (set: LabelledSet, at: number) => `${set.name.replaceAll(/\W/g, "")}_${at}`

export const writeSet = Effect.fnUntraced(function* (set: LabelledSet) {
  const untilSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const ingestion = yield* Ingestion
  yield* ingestion.write(
    set.posts.map((caption, at) => ({
      type: "post" as const,
      code: codeOf(set, at),
      caption,
      username: "someone",
      // Not in the order of the topics.
      post_timestamp: untilSeconds - (((at * 7919) % set.posts.length) + 1) * secondsBetween,
      language: set.tag
    })),
    origin
  )
  yield* (yield* TermShares).refresh
})

/** The first words of a topic, as many as a search takes. */
const wordsOf = (topic: string, language: LabelledSet["language"]): ReadonlyArray<string> => {
  const segments = [...new Intl.Segmenter(language, { granularity: "word" }).segment(topic)]
  return [...new Set(segments.flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : [])))].slice(
    0,
    10
  )
}

export const rankersOf = Effect.fnUntraced(function* (set: LabelledSet) {
  const semantic = yield* SemanticSearch
  const search = yield* Search
  const numbers = new Map(set.posts.map((_, at) => [codeOf(set, at), at]))
  const numbersOf = ({ data }: { readonly data: ReadonlyArray<{ readonly code: string }> }) =>
    data.flatMap(({ code }) => numbers.get(code) ?? [])
  const { language } = set
  return {
    semantic: (topic: string) =>
      Effect.map(Effect.flatten(semantic.prepare({ topic, language, limit: depth })), numbersOf),
    keywords: (topic: string) =>
      Effect.map(
        Effect.flatten(
          search.prepare({
            keywords: wordsOf(topic, language),
            match: "any",
            language,
            max_age_hours: 720,
            limit: depth
          })
        ),
        numbersOf
      )
  }
})
