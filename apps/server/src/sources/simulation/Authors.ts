/** The authors of the network. They are few and stay in memory; their counts are functions of time. */
import { Schema } from "effect"
import { dayMillis } from "../../runtime/Time.ts"
import { fill } from "./Caption.ts"
import { Handles, type Language, languages, type NonEmpty, type Vocabulary } from "./Languages.ts"
import { between, fraction, hash, logBetween, normal, pick, pickWeighted, purposes, randomOf } from "./Random.ts"
import handles from "./texts/Handles.json" with { type: "json" }

export interface Author {
  readonly id: string
  readonly username: string
  readonly language: Language
  readonly vocabulary: Vocabulary
  readonly fullName: string
  readonly biography: string
  readonly followers: number
  readonly followersPerDay: number
  /** The period of follower surges, in days. */
  readonly surgeDays: number
  readonly following: number
  readonly postsPerDay: number
  /** Factor on the engagement of the author's posts. */
  readonly reach: number
}

const { firstHalves, secondHalves } = Schema.decodeUnknownSync(Handles)(handles)

/** Before any history; follower and post counts grow from here. */
const epochMillis = Date.UTC(2025, 0, 1)
/** Above 1, the first authors of a language write more than the last. */
const skewOfActivity = 2

const daysSinceEpoch = (millis: number): number => Math.max(0, (millis - epochMillis) / dayMillis)

const usernameOf = (seed: number, index: number): string => {
  const pairs = firstHalves.length * secondHalves.length
  // 7 × 53 and 36 × 36 have no common factor, so every pair occurs once before the first repeats.
  const pair = (index * 7 * 53 + hash(seed, purposes.person)) % pairs
  const first = firstHalves[pair % firstHalves.length] ?? firstHalves[0]
  const second = secondHalves[Math.floor(pair / firstHalves.length)] ?? secondHalves[0]
  const round = Math.floor(index / pairs)
  return `${first}${[".", "_", ""][index % 3] ?? ""}${second}${round === 0 ? "" : round + 1}`
}

const makeAuthor = (seed: number, index: number): Author => {
  const random = randomOf(seed, index, purposes.person)
  // The first authors cover all languages, so that even a tiny network has each of them.
  const language = languages[index] ?? pickWeighted(random.next(), languages)
  const vocabulary = pick(random, language.vocabularies)
  const followers = Math.exp(normal(random, Math.log(700), 1.6))
  return {
    id: `sim-${seed}-${index}`,
    username: usernameOf(seed, index),
    language,
    vocabulary,
    fullName: fill(random, vocabulary, vocabulary.fullName),
    biography: fill(random, vocabulary, pick(random, vocabulary.biographies)),
    followers,
    followersPerDay: followers * logBetween(random, 0.0003, 0.01) + 2 * random.next(),
    surgeDays: between(random, 3, 30),
    following: Math.round(logBetween(random, 20, 2_000)),
    postsPerDay: logBetween(random, 0.2, 12),
    reach: logBetween(random, 0.6, 1.8)
  }
}

export const makeAuthors = (seed: number, count: number): NonEmpty<Author> => [
  makeAuthor(seed, 0),
  ...Array.from({ length: Math.max(0, count - 1) }, (_, index) => makeAuthor(seed, index + 1))
]

export const authorFor = (authors: NonEmpty<Author>, language: Language, ...words: ReadonlyArray<number>): Author => {
  const speakers = authors.filter((author) => author.language === language)
  const list = speakers.length === 0 ? authors : speakers
  return list[Math.floor(list.length * fraction(...words, purposes.author) ** skewOfActivity)] ?? authors[0]
}

/** Never falls: during surges the growth rate varies between 0.2 and 1.8 times the average. */
export const followersAt = (author: Author, millis: number): number => {
  const days = daysSinceEpoch(millis)
  const turn = (2 * Math.PI) / author.surgeDays
  return Math.floor(author.followers + author.followersPerDay * (days + (0.8 * Math.sin(turn * days)) / turn))
}

export const postCountAt = (author: Author, millis: number): number =>
  Math.floor(author.postsPerDay * (60 + daysSinceEpoch(millis)))
