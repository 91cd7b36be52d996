import { type Language, languageMatches, languages } from "../../src/index.ts"

/** What a text is written in: a language, or `und`, no language at all, which is to be told as `other`. */
export type Label = Language | "und"
export const labels: ReadonlyArray<Label> = [...languages, "und"]

export interface Labelled {
  readonly label: Label
  readonly text: string
}

export interface Answered extends Labelled {
  readonly answer: Language
}

/** How many texts of each label were told to be of each language. */
export type Confusion = Readonly<Record<Label, Readonly<Record<Language, number>>>>

const isChinese = (label: Label): boolean => label !== "und" && languageMatches("zh", label)
const expected = (label: Label): Language => (label === "und" ? "other" : label)

const share = (part: number, whole: number): number => (whole === 0 ? Number.NaN : part / whole)

export const confusion = (all: ReadonlyArray<Answered>): Confusion => {
  const row = (label: Label) => {
    const answers = all.filter((one) => one.label === label)
    const count = (language: Language) => answers.filter(({ answer }) => answer === language).length
    return Object.fromEntries(languages.map((language) => [language, count(language)]))
  }
  return Object.fromEntries(labels.map((label) => [label, row(label)])) as Confusion
}

/** The share of the texts of a label that were told right; NaN without texts. */
export const accuracy = (all: ReadonlyArray<Answered>, label: Label): number => {
  const texts = all.filter((one) => one.label === label)
  return share(texts.filter(({ answer }) => answer === expected(label)).length, texts.length)
}

/** The share of the texts in any Chinese that were told to be in any Chinese. */
export const chineseAccuracy = (all: ReadonlyArray<Answered>): number => {
  const texts = all.filter(({ label }) => isChinese(label))
  return share(texts.filter(({ answer }) => isChinese(answer)).length, texts.length)
}

/** The share of the texts told to be in a language that are. */
export const precision = (all: ReadonlyArray<Answered>, language: Language): number => {
  const told = all.filter(({ answer }) => answer === language)
  return share(told.filter(({ label }) => expected(label) === language).length, told.length)
}
