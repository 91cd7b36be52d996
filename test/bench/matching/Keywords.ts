/** Keywords alone: ours against the libraries and against trying each, on the same texts. */
import { Effect } from "effect"
import type { EncodedKeyword } from "../../../packages/text/src/index.ts"
import { built } from "../Heap.ts"
import { type Find, type Finder, libraries, ours, tryingEach } from "./Finders.ts"
import { ratesInTurns, type Way } from "./Turns.ts"

export interface Contender {
  readonly name: string
  readonly postsASecond: number
  readonly buildMillis: number
  readonly mebibytes: number
  /** Texts for which it does not find the same keywords. */
  readonly different: number
}

export interface KeywordFigures {
  readonly keywords: number
  /** Keywords that a text contains, on average. */
  readonly found: number
  readonly contenders: ReadonlyArray<Contender>
}

const triedTexts = 20

const same = (one: Iterable<string>, other: Iterable<string>): boolean =>
  [...new Set(one)].toSorted().join() === [...new Set(other)].toSorted().join()

const wayOf = (name: string, find: Find, texts: ReadonlyArray<string>): Way => ({
  name,
  items: texts.length,
  pass: () => {
    let found = 0
    for (const text of texts) for (const _ of find(text)) found += 1
    return found
  }
})

/** The first is ours, the last tries each keyword and so gets only some of the texts. */
export const measureKeywords = Effect.fnUntraced(function* (
  keywords: ReadonlyArray<EncodedKeyword>,
  texts: ReadonlyArray<string>,
  passes: number,
  peers: ReadonlyArray<Finder> = libraries
) {
  const few = texts.slice(0, triedTexts)
  const finders = yield* Effect.forEach([ours, ...peers, tryingEach], ({ name, build }) =>
    Effect.map(
      built(() => build(keywords)),
      ({ value: find, millis, mebibytes }) => ({
        name,
        find,
        millis,
        mebibytes,
        texts: name === tryingEach.name ? few : texts
      })
    )
  )
  const truth = tryingEach.build(keywords)
  const [index] = finders
  if (index === undefined || few.some((text) => !same(index.find(text), truth(text)))) {
    return yield* Effect.die(new Error("The keyword index does not find what trying each keyword finds"))
  }
  const rates = yield* ratesInTurns(
    finders.map(({ name, find, texts }) => wayOf(name, find, texts)),
    passes
  )
  let found = 0
  for (const text of texts) found += [...index.find(text)].length
  return {
    keywords: keywords.length,
    found: found / texts.length,
    contenders: finders.map(({ name, find, millis, mebibytes, texts }): Contender => ({
      name,
      postsASecond: rates.get(name) ?? 0,
      buildMillis: millis,
      mebibytes,
      different: texts.filter((text) => !same(find(text), index.find(text))).length
    }))
  } satisfies KeywordFigures
})
