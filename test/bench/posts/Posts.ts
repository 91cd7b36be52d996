/**
 * Synthetic posts for benchmarks, in the ingest format and in the order of time. Apart from its time, post `index`
 * depends only on the seed and the index. As in real networks, few authors write most posts, few posts have most likes,
 * half of the posts are replies, and people reply to new posts.
 */
import { Clock, Effect } from "effect"
import { dayMillis } from "../../../apps/server/src/runtime/Time.ts"
import {
  chance,
  fraction,
  logBetween,
  normal,
  type Random,
  randomOf
} from "../../../apps/server/src/sources/simulation/Random.ts"
import type { AuthorChange, PostChange } from "../../../apps/server/src/store/Change.ts"
import { captionOf } from "./Caption.ts"
import { type Language, languageAt, makeLanguages } from "./Languages.ts"
import { type Period, timeOf } from "./Times.ts"
import { type Zipf, zipf } from "./Zipf.ts"

const purposes = { language: 101, author: 102, post: 103, account: 104, code: 105, wave: 106 } as const

const authorsOfMillion = 100_000
/** The most active author of a language writes about 2,000 of a million posts. */
const authorShift = 50
const mostCount = 1_000_000
/** How many parents in the author's own language a reply tries before it accepts any language. */
const parentTries = 8

export interface PostsOptions {
  readonly seed: number
  readonly count: number
  readonly period: Period
}

export interface Posts {
  readonly count: number
  /** Post `index`, from 0 up to `count`. */
  post(index: number): PostChange
  /** A later version of the same post; counts grow with every wave, from 1. */
  later(index: number, wave: number): PostChange
  /** The profile of the author of post `index`. */
  account(index: number): AuthorChange
}

interface Author {
  readonly username: string
  readonly followers: number
}

const grown = (value: number, factor: number): number => Math.min(mostCount, Math.floor(value * factor))

/** A post without likes has no other counts either. */
const countsOf = (random: Random, followers: number) => {
  const likes = Math.min(mostCount, Math.exp(normal(random, 0.9, 1.9)) * (followers / 300) ** 0.35)
  return {
    like_count: Math.floor(likes),
    reply_count: grown(likes, logBetween(random, 0.02, 0.3)),
    repost_count: grown(likes, logBetween(random, 0.01, 0.15)),
    reshare_count: grown(likes, logBetween(random, 0.005, 0.1)),
    impression_count: chance(random, 0.3) ? null : grown(likes + 1, logBetween(random, 12, 70))
  }
}

/** The distance to the parent of a reply: among the latest posts, or within the last day. */
const distanceOf = (random: Random, index: number, count: number): number =>
  Math.min(index, Math.floor(logBetween(random, 1, Math.max(2, count / 30))))

export const makePosts = ({ seed, count, period }: PostsOptions): Posts => {
  const languages = makeLanguages()
  const english = languages.find(({ tag }) => tag === "en") ?? languages[0]
  const total = languages.reduce((sum, { weight }) => sum + weight, 0)
  const authors = new Map<Language, Zipf>(
    languages.map((language) => [
      language,
      zipf(Math.max(10, Math.floor((authorsOfMillion * (count / 1e6) * language.weight) / total)), authorShift)
    ])
  )
  const time = timeOf(period)

  const languageOf = (index: number): Language => languageAt(languages, fraction(seed, index, purposes.language))

  const authorOf = (index: number, language: Language): Author => {
    const rank = authors.get(language)?.rankAt(fraction(seed, index, purposes.author)) ?? 0
    const random = randomOf(seed, rank, language.weight, purposes.account)
    const name = english.lexicon.words[200 + Math.floor(random.next() * 8_000)] ?? "someone"
    return {
      username: `${name}_${language.tag.slice(-2).toLowerCase()}${rank.toString(36)}`,
      followers: Math.floor(Math.exp(normal(random, Math.log(400), 1.8)))
    }
  }

  /** Grows with the index, like the codes of real networks. */
  const codeOf = (index: number): string =>
    `C${index.toString(36).padStart(6, "0")}${fraction(seed, index, purposes.code).toString(36).slice(2, 6)}`

  const parentOf = (random: Random, index: number, language: Language): string | null => {
    if (index === 0 || !chance(random, 0.5)) return null
    let parent = index - 1
    for (let tries = 0; tries < parentTries; tries += 1) {
      parent = index - distanceOf(random, index, count)
      if (languageOf(parent) === language) break
    }
    return codeOf(parent)
  }

  const post = (index: number): PostChange => {
    const language = languageOf(index)
    const random = randomOf(seed, index, purposes.post)
    const author = authorOf(index, language)
    const parent = parentOf(random, index, language)
    return {
      type: "post",
      code: codeOf(index),
      caption: captionOf(random, language, english),
      username: author.username,
      post_timestamp: time(index, count) / 1000,
      ...(parent === null ? {} : { is_reply: true, reply_to: parent }),
      ...countsOf(random, author.followers),
      language: language.tag
    }
  }

  const later = (index: number, wave: number): PostChange => {
    const first = post(index)
    const factor = 1 + wave * fraction(seed, index, wave, purposes.wave)
    return {
      ...first,
      like_count: grown(first.like_count ?? 0, factor) + wave,
      reply_count: grown(first.reply_count ?? 0, factor),
      repost_count: grown(first.repost_count ?? 0, factor)
    }
  }

  const account = (index: number): AuthorChange => {
    const { username, followers } = authorOf(index, languageOf(index))
    return {
      type: "user",
      username,
      full_name: username,
      follower_count: followers,
      following_count: followers % 997,
      post_count: followers % 4_999
    }
  }

  return { count, post, later, account }
}

/** The posts of the last days. */
export const recentPosts = (options: { readonly seed: number; readonly count: number; readonly days: number }) =>
  Effect.map(Clock.currentTimeMillis, (untilMillis) =>
    makePosts({ ...options, period: { fromMillis: untilMillis - options.days * dayMillis, untilMillis } })
  )
