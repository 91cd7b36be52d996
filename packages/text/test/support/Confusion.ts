import { identifyLanguage, type Language, languageMatches } from "../../src/index.ts"
import { expected, type Label, type Labelled } from "./Labelled.ts"

export interface Answered extends Labelled {
  readonly answer: Language
}

export const answer = (texts: ReadonlyArray<Labelled>): ReadonlyArray<Answered> =>
  texts.map((one) => ({ ...one, answer: identifyLanguage(one.text) }))

const share = (part: number, whole: number): number => (whole === 0 ? Number.NaN : part / whole)

/** How many texts of a label were told to be in a language. */
export const told = (all: ReadonlyArray<Answered>, label: Label, language: Language): number =>
  all.filter((one) => one.label === label && one.answer === language).length

/** The share of the texts of some labels that were told right; NaN without texts. */
export const accuracy = (all: ReadonlyArray<Answered>, ...of: ReadonlyArray<Label>): number => {
  const texts = all.filter(({ label }) => of.includes(label))
  return share(texts.filter((one) => one.answer === expected(one.label)).length, texts.length)
}

const isChinese = (language: Language): boolean => languageMatches("zh", language)

/** The share of the texts in any Chinese that were told to be in any Chinese: what the filter `zh` finds. */
export const chineseAccuracy = (all: ReadonlyArray<Answered>): number => {
  const texts = all.filter(({ label }) => isChinese(expected(label)))
  return share(texts.filter((one) => isChinese(one.answer)).length, texts.length)
}

/** The share of the texts told to be in a language that are. */
export const precision = (all: ReadonlyArray<Answered>, language: Language): number => {
  const found = all.filter((one) => one.answer === language)
  return share(found.filter(({ label }) => expected(label) === language).length, found.length)
}
