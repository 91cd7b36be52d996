/**
 * Libraries that rank texts. Both get the product's tokens, single characters and pairs included, because neither can cut
 * Chinese, Japanese or Korean into words.
 */
import MiniSearch from "minisearch"
import { Corpus } from "tiny-tfidf"
import { encode } from "../../../packages/text/src/index.ts"
import { eachToken, isWordAt } from "../../../packages/text/src/TokenText.ts"
import type { LabelledSet } from "./Labelled.ts"

/** Ranks the posts of a set, best first. */
export type Ranker = (topic: string) => ReadonlyArray<number>

/** Tokens with their repetitions, and pairs of adjacent characters. */
const tokensOf = (text: string): Array<string> => {
  const tokenText = encode(text)
  const tokens: Array<string> = []
  let beforeStart = -1
  let beforeEnd = -1
  eachToken(tokenText, (start, end) => {
    tokens.push(tokenText.slice(start, end))
    const isWord = isWordAt(tokenText, start)
    if (!isWord && beforeEnd === start) tokens.push(tokenText.slice(beforeStart, end))
    beforeStart = start
    beforeEnd = isWord ? -1 : end
  })
  return tokens
}

const bm25 = ({ posts }: LabelledSet): Ranker => {
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ["text"],
    tokenize: tokensOf,
    processTerm: (term) => term
  })
  index.addAll(posts.map((text, id) => ({ id, text })))
  return (topic) => index.search(topic, { combineWith: "OR" }).map(({ id }) => Number(id))
}

/** It keeps words of Latin letters only, so every token is spelt with some. */
const spelt = (text: string): string =>
  tokensOf(text)
    .map((token) => `t${Buffer.from(token).toString("hex")}t`)
    .join(" ")

const tfIdf = ({ posts }: LabelledSet): Ranker => {
  const corpus = new Corpus(
    posts.map((_, id) => String(id)),
    posts.map(spelt),
    { useDefaultStopwords: false }
  )
  return (topic) => corpus.getResultsForQuery(spelt(topic)).map(([id]) => Number(id))
}

export const peers: Readonly<Record<string, (set: LabelledSet) => Ranker>> = {
  "BM25 (minisearch)": bm25,
  "TF-IDF (tiny-tfidf)": tfIdf
}
