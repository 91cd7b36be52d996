/** What the rollups count about a post. A change of a post subtracts its former version and adds the new one. Pure. */
import { dayOf } from "../../runtime/Time.ts"
import type { Counts } from "./Counts.ts"
import type { Terms } from "./Terms.ts"

export interface PostVersion extends Counts {
  readonly code: string
  readonly posted_at: Date
  readonly is_reply: boolean
  readonly language: string
  readonly token_text: string
}

/** A post as it was and as it is; null before it is stored, and once it is deleted. */
export interface VersionChange {
  readonly before: PostVersion | null
  readonly after: PostVersion | null
}

/** A step of `like_counts`: `posts` more posts of the slot and language have `likes` likes, or fewer. */
export interface LikeStep {
  readonly slot: number
  readonly language: string
  readonly likes: number
  readonly posts: number
}

/** A step of `term_counts`. */
export interface TermStep {
  /** Its id. */
  readonly term: number
  readonly day: number
  readonly language: string
  readonly posts: number
  readonly likes: number
  readonly replies: number
  readonly reposts: number
  readonly reshares: number
}

export const slotMinutes = 15
const slotMillis = slotMinutes * 60_000

/** The quarter of an hour since 1970. */
export const slotOf = (time: Date): number => Math.floor(time.getTime() / slotMillis)

export const slotStart = (slot: number): Date => new Date(slot * slotMillis)

export const likeStepsOf = (changes: ReadonlyArray<VersionChange>): ReadonlyArray<LikeStep> => {
  const steps = new Map<string, LikeStep>()
  const add = ({ posted_at, language, like_count: likes }: PostVersion, sign: number): void => {
    const slot = slotOf(posted_at)
    const key = `${slot} ${likes} ${language}`
    steps.set(key, { slot, language, likes, posts: (steps.get(key)?.posts ?? 0) + sign })
  }
  for (const { before, after } of changes) {
    if (before !== null) add(before, -1)
    if (after !== null) add(after, 1)
  }
  return [...steps.values()].filter(({ posts }) => posts !== 0)
}

type Totals = [posts: number, likes: number, replies: number, reposts: number, reshares: number]

const totalsOf = (version: PostVersion, sign: number): Totals => [
  sign,
  sign * version.like_count,
  sign * version.reply_count,
  sign * version.repost_count,
  sign * version.reshare_count
]

const totalsOfStep = ({ posts, likes, replies, reposts, reshares }: Omit<TermStep, "term">): Totals => [
  posts,
  likes,
  replies,
  reposts,
  reshares
]

const add = (one: Readonly<Totals>, other: Readonly<Totals>): Totals => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
  one[4] + other[4]
]

/** Adds in place, unless a sum would not be an exact number. Returns whether it did. */
const addExactly = (sum: Totals, more: Readonly<Totals>): boolean => {
  const after = add(sum, more)
  if (!after.every(Number.isSafeInteger)) return false
  ;[sum[0], sum[1], sum[2], sum[3], sum[4]] = after
  return true
}

const isZero = (totals: Readonly<Totals>): boolean => totals.every((total) => total === 0)

/** The same terms of the same day and language, so that one step of each says what changed. */
const hasSameTerms = (before: PostVersion, after: PostVersion): boolean =>
  before.token_text === after.token_text &&
  before.language === after.language &&
  before.posted_at.getTime() === after.posted_at.getTime()

/** Sums of one day and language, by term. */
interface Group {
  readonly day: number
  readonly language: string
  readonly totals: Map<number, Totals>
}

/** Adds up the steps of terms. Where a sum would not be an exact number, a term has several steps of a day and language. */
export const makeTermTally = (terms: Terms) => {
  const groups = new Map<string, Group>()
  const full: Array<TermStep> = []
  const groupOf = (day: number, language: string): Group => {
    const key = `${day} ${language}`
    const group = groups.get(key) ?? { day, language, totals: new Map<number, Totals>() }
    groups.set(key, group)
    return group
  }
  const stepOf = ({ day, language }: Group, term: number, totals: Readonly<Totals>): TermStep => {
    const [posts, likes, replies, reposts, reshares] = totals
    return { term, day, language, posts, likes, replies, reposts, reshares }
  }
  const addTo = (group: Group, term: number, totals: Readonly<Totals>): void => {
    const sum = group.totals.get(term)
    if (sum !== undefined && addExactly(sum, totals)) return
    if (sum !== undefined) full.push(stepOf(group, term, sum))
    group.totals.set(term, [...totals])
  }
  const addText = (tokenText: string, day: number, language: string, totals: Readonly<Totals>): void => {
    const group = groupOf(day, language)
    for (const term of terms.match(tokenText)) addTo(group, term, totals)
  }
  const count = (version: PostVersion, totals: Readonly<Totals>): void => {
    if (!isZero(totals)) addText(version.token_text, dayOf(version.posted_at), version.language, totals)
  }

  return {
    change: ({ before, after }: VersionChange): void => {
      if (before !== null && after !== null && hasSameTerms(before, after)) {
        count(after, add(totalsOf(before, -1), totalsOf(after, 1)))
        return
      }
      if (before !== null) count(before, totalsOf(before, -1))
      if (after !== null) count(after, totalsOf(after, 1))
    },
    /** The totals of posts with the same token text, day and language. */
    post: (tokenText: string, step: Omit<TermStep, "term">): void =>
      addText(tokenText, step.day, step.language, totalsOfStep(step)),
    /** Takes a step away. */
    subtract: (step: TermStep): void => {
      const [posts, likes, replies, reposts, reshares] = totalsOfStep(step)
      addTo(groupOf(step.day, step.language), step.term, [-posts, -likes, -replies, -reposts, -reshares])
    },
    steps: (): ReadonlyArray<TermStep> => [
      ...full,
      ...[...groups.values()].flatMap((group) =>
        [...group.totals].flatMap(([term, totals]) => (isZero(totals) ? [] : [stepOf(group, term, totals)]))
      )
    ]
  }
}

export const termStepsOf = (changes: ReadonlyArray<VersionChange>, terms: Terms): ReadonlyArray<TermStep> => {
  const tally = makeTermTally(terms)
  for (const change of changes) tally.change(change)
  return tally.steps()
}
