/**
 * Which posts are prominent: those of which a count reaches the floor of their language. The floors are chosen so that the
 * posts of the last days that reach one are few, but enough for every board. Pure.
 */
import { type Language, languages } from "@heddle/text"
import type { PostVersion } from "../posts/PostVersion.ts"

/** What boards rank by, as a count of a post; null for a post that is not ranked by it. */
export const measures = {
  engagement: (post: Counted): number | null =>
    post.like_count + post.reply_count + post.repost_count + post.reshare_count,
  likes: (post: Counted): number | null => post.like_count,
  replies: (post: Counted): number | null => post.reply_count,
  impressions: (post: Counted): number | null => post.impression_count,
  likes_of_reply: (post: Counted): number | null => (post.is_reply ? post.like_count : null)
} as const

export type Measure = keyof typeof measures

export const allMeasures = ["engagement", "likes", "replies", "impressions", "likes_of_reply"] as const

type Counted = Pick<
  PostVersion,
  "like_count" | "reply_count" | "repost_count" | "reshare_count" | "impression_count" | "is_reply"
>

export type LanguageFloors = Readonly<Record<Measure, number>>

/** By language; empty while posts are too few, or after a write that did not keep the rows. */
export type Floors = ReadonlyMap<string, LanguageFloors>

export const isProminent = (post: Counted & { readonly language: string }, floors: Floors): boolean => {
  const floorsOf = floors.get(post.language)
  if (floorsOf === undefined) return false
  return allMeasures.some((measure) => {
    const count = measures[measure](post)
    return count !== null && count >= floorsOf[measure]
  })
}

export interface SampledCounts extends Counted {
  readonly language: string
  readonly weight: number
}

interface Distribution {
  /** Descending, each with the number of posts that have as many or more. */
  readonly counts: ReadonlyArray<{ readonly count: number; readonly posts: number }>
}

const distributionOf = (sample: ReadonlyArray<SampledCounts>, measure: Measure): Distribution => {
  const posts = new Map<number, number>()
  for (const post of sample) {
    const count = measures[measure](post)
    if (count !== null) posts.set(count, (posts.get(count) ?? 0) + post.weight)
  }
  let sum = 0
  return {
    counts: [...posts]
      .toSorted(([one], [other]) => other - one)
      .map(([count, more]) => {
        sum += more
        return { count, posts: sum }
      })
  }
}

/** How many posts reach the floor. */
const postsAbove = ({ counts }: Distribution, floor: number): number =>
  counts.findLast(({ count }) => count >= floor)?.posts ?? 0

/** The lowest floor that so many posts reach, or fewer: 0 if there are no more posts. */
const floorFor = ({ counts }: Distribution, posts: number): number => {
  const first = counts.findIndex((one) => one.posts > posts)
  return first === -1 ? 0 : (counts[first]?.count ?? 0) + 1
}

/** A floor stays while the posts that reach it are between these shares of the wanted number. */
const [fewest, most] = [0.25, 2]

/**
 * The floors of all languages, so that about `posts` posts of each language reach each floor. A floor that fits well enough
 * does not change, because a new one has to be counted.
 */
export const chooseFloors = (sample: ReadonlyArray<SampledCounts>, kept: Floors, posts: number): Floors => {
  const byLanguage = Map.groupBy(sample, ({ language }) => language)
  return new Map(
    languages.map((language: Language) => {
      const own = byLanguage.get(language) ?? []
      const floorOf = (measure: Measure): number => {
        const distribution = distributionOf(own, measure)
        const before = kept.get(language)?.[measure]
        if (before !== undefined) {
          const above = postsAbove(distribution, before)
          if (above <= most * posts && (before === 0 || above >= fewest * posts)) return before
        }
        return floorFor(distribution, posts)
      }
      const floors: LanguageFloors = {
        engagement: floorOf("engagement"),
        likes: floorOf("likes"),
        replies: floorOf("replies"),
        impressions: floorOf("impressions"),
        likes_of_reply: floorOf("likes_of_reply")
      }
      return [language, floors] as const
    })
  )
}

/** Whether posts have to be counted again: a floor is lower than before, or new. */
export const isLower = (before: LanguageFloors | undefined, after: LanguageFloors | undefined): boolean =>
  before === undefined || after === undefined || allMeasures.some((measure) => after[measure] < before[measure])

export const sameFloors = (one: Floors, other: Floors): boolean =>
  one.size === other.size &&
  [...one].every(([language, floors]) =>
    allMeasures.every((measure) => floors[measure] === other.get(language)?.[measure])
  )
