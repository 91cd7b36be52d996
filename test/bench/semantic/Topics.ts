/** Topics in the words of the generated posts, of every kind that could be slow. */
import { randomOf } from "../../../apps/server/src/sources/simulation/Random.ts"
import { captionOf } from "../posts/Caption.ts"
import { type Language, makeLanguages } from "../posts/Languages.ts"

export interface TopicKind {
  readonly name: string
  readonly language: "zh" | "ja" | "ko" | "en"
  readonly topics: ReadonlyArray<string>
}

const purpose = 301
const sentenceLength = 60
const longest = 500
/** Ranks of words by frequency. */
const commonRanks = 25
const rareRank = 9_000

const cut = (text: string, length: number): string => [...text].slice(0, length).join("")

const joined = ({ lexicon }: Language, rankOf: (at: number) => number): string => {
  let text = ""
  for (let at = 0; text.length < longest; at += 1) text += `${lexicon.words[rankOf(at)] ?? ""}${lexicon.gap || ""}`
  return cut(text, longest)
}

const kindsOf = (code: TopicKind["language"], language: Language, english: Language, count: number) => {
  const each = (topicOf: (at: number) => string) => Array.from({ length: count }, (_, at) => topicOf(at))
  const sentence = (at: number) => cut(captionOf(randomOf(7, at, purpose), language, english), sentenceLength)
  const kind = (name: string, topicOf: (at: number) => string): TopicKind => ({
    name: `${code}, ${name}`,
    language: code,
    topics: each(topicOf)
  })
  return [
    kind("a sentence", sentence),
    kind("3 common words", (topic) =>
      [0, 1, 2].map((at) => language.lexicon.words[(topic * 3 + at * 7) % commonRanks]).join(language.lexicon.gap)
    ),
    kind("500 characters of common words", (topic) => joined(language, (at) => (at * (topic + 1)) % commonRanks)),
    kind("500 characters of rare words", (topic) => joined(language, (at) => rareRank + topic * 500 + at))
  ]
}

const codes = { "zh-Hant": "zh", ja: "ja", ko: "ko", en: "en" } as const

export const makeTopics = (count: number): ReadonlyArray<TopicKind> => {
  const languages = makeLanguages()
  const english = languages.find(({ tag }) => tag === "en") ?? languages[0]
  return languages.flatMap((language) => {
    const code = Object.entries(codes).find(([tag]) => tag === language.tag)?.[1]
    return code === undefined ? [] : kindsOf(code, language, english, count)
  })
}
