/** Composes captions from the text tables of a language. */
import { chance, pick, type Random, wholeBetween } from "./Random.ts"
import type { Topic, Vocabulary } from "./Languages.ts"

/** A long post ends after the paragraph with which it has so many characters; of a wide script, only its own count. */
const longCharacters = { wide: 205, narrow: 420 }
const closingMark = /[！？。!?.…」]$/u
const wideCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const countWide = (text: string): number => text.match(wideCharacter)?.length ?? 0
const countAll = (text: string): number => text.length

export const fill = (random: Random, { words }: Vocabulary, template: string): string =>
  template.replace(/\{(?:(\d+)-(\d+)|(\w+))\}/g, (whole, low: string, high: string, name: string | undefined) => {
    if (name === undefined) return String(wholeBetween(random, Number(low), Number(high)))
    const list = words[name]
    return list === undefined ? whole : pick(random, list)
  })

const join = (random: Random, vocabulary: Vocabulary, sentences: ReadonlyArray<string>): string =>
  sentences.reduce(
    (text, sentence) => text + (closingMark.test(text) ? vocabulary.gap : pick(random, vocabulary.joiners)) + sentence
  )

const shuffled = <A>(random: Random, list: ReadonlyArray<A>): ReadonlyArray<A> =>
  list
    .map((value) => ({ value, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)

const short = (random: Random, vocabulary: Vocabulary, topic: Topic): string => {
  const more = shuffled(random, topic.more).slice(0, pick(random, [0, 1, 1, 2]))
  const text = join(random, vocabulary, [pick(random, topic.lead), ...more])
  return (chance(random, 0.25) ? pick(random, vocabulary.openers) : "") + text
}

const long = (random: Random, vocabulary: Vocabulary, topic: Topic): string => {
  const sentences = [pick(random, topic.lead), ...shuffled(random, [...topic.more, ...vocabulary.stories])]
  const isWide = countWide(vocabulary.stories[0]) > 0
  const [count, minLength] = isWide ? [countWide, longCharacters.wide] : [countAll, longCharacters.narrow]
  const paragraphs: Array<string> = []
  for (let start = 0; start < sentences.length && count(paragraphs.join("")) < minLength; start += 3) {
    paragraphs.push(join(random, vocabulary, sentences.slice(start, start + 3)))
  }
  return paragraphs.join("\n\n")
}

const tail = (random: Random, topic: Topic, mention: string): string => {
  const emoji = chance(random, 0.35) ? ` ${pick(random, topic.emoji)}` : ""
  const tags = shuffled(random, topic.tags).slice(0, chance(random, 0.2) ? wholeBetween(random, 1, 2) : 0)
  const link = chance(random, 0.06) ? `\nhttps://news.example/${wholeBetween(random, 10_000, 99_999)}` : ""
  const mentionText = chance(random, 0.04) ? ` @${mention}` : ""
  return emoji + mentionText + (tags.length === 0 ? "" : `\n${tags.map((tag) => `#${tag}`).join(" ")}`) + link
}

export const threadText = (
  random: Random,
  vocabulary: Vocabulary,
  topic: Topic,
  options: { readonly shareOfLong: number; readonly mention: string }
): string => {
  const write = chance(random, options.shareOfLong) ? long : short
  return fill(random, vocabulary, write(random, vocabulary, topic)) + tail(random, topic, options.mention)
}

export const replyText = (random: Random, vocabulary: Vocabulary, topic: Topic, parentAuthor: string): string => {
  const mentionText = chance(random, 0.25) ? `@${parentAuthor} ` : ""
  const more = chance(random, 0.45) ? [pick(random, chance(random, 0.4) ? topic.lead : topic.more)] : []
  const text = fill(random, vocabulary, join(random, vocabulary, [pick(random, vocabulary.replies), ...more]))
  return mentionText + text + (chance(random, 0.3) ? ` ${pick(random, topic.emoji)}` : "")
}
