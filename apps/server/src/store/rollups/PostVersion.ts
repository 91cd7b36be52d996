/** What the rollups count about a post. A change of a post takes its former version away and adds the new one. Pure. */
import { termPiecesOf } from "@heddle/text"
import { dayOf } from "../../runtime/Time.ts"

export interface PostVersion {
  readonly posted_at: Date
  readonly language: string
  readonly token_text: string
  readonly like_count: number
  readonly reply_count: number
  readonly repost_count: number
  readonly reshare_count: number
}

/** Posts that are no longer as they were, and posts as they are now. */
export interface VersionChanges {
  readonly removed: ReadonlyArray<PostVersion>
  readonly added: ReadonlyArray<PostVersion>
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
  readonly term: string
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

const signed = ({ removed, added }: VersionChanges) => [
  ...removed.map((version) => ({ version, sign: -1 })),
  ...added.map((version) => ({ version, sign: 1 }))
]

export const likeStepsOf = (changes: VersionChanges): ReadonlyArray<LikeStep> => {
  const steps = new Map<string, LikeStep>()
  for (const { version, sign } of signed(changes)) {
    const step = { slot: slotOf(version.posted_at), language: version.language, likes: version.like_count }
    const key = `${step.slot} ${step.likes} ${step.language}`
    steps.set(key, { ...step, posts: (steps.get(key)?.posts ?? 0) + sign })
  }
  return [...steps.values()].filter(({ posts }) => posts !== 0)
}

const isZero = ({ posts, likes, replies, reposts, reshares }: TermStep): boolean =>
  posts === 0 && likes === 0 && replies === 0 && reposts === 0 && reshares === 0

const isExact = ({ likes, replies, reposts, reshares }: TermStep): boolean =>
  [likes, replies, reposts, reshares].every(Number.isSafeInteger)

const sum = (one: TermStep, other: TermStep): TermStep => ({
  ...one,
  posts: one.posts + other.posts,
  likes: one.likes + other.likes,
  replies: one.replies + other.replies,
  reposts: one.reposts + other.reposts,
  reshares: one.reshares + other.reshares
})

/** The steps of these terms, which are pieces of token text. A key comes twice where a sum would not be an exact number. */
export const termStepsOf = (changes: VersionChanges, terms: ReadonlySet<string>): ReadonlyArray<TermStep> => {
  const full: Array<TermStep> = []
  const steps = new Map<string, TermStep>()
  const piecesOf = makePieces(terms)
  for (const { version, sign } of signed(changes)) {
    const day = dayOf(version.posted_at)
    for (const term of piecesOf(version.token_text)) {
      const step = {
        term,
        day,
        language: version.language,
        posts: sign,
        likes: sign * version.like_count,
        replies: sign * version.reply_count,
        reposts: sign * version.repost_count,
        reshares: sign * version.reshare_count
      }
      const key = `${day} ${version.language} ${term}`
      const before = steps.get(key)
      const after = before === undefined ? step : sum(before, step)
      if (before !== undefined && !isExact(after)) full.push(before)
      steps.set(key, isExact(after) ? after : step)
    }
  }
  return [...full, ...steps.values()].filter((step) => !isZero(step))
}

/** A post whose counts change has the same text before and after. */
const makePieces = (terms: ReadonlySet<string>) => {
  const known = new Map<string, ReadonlyArray<string>>()
  return (tokenText: string): ReadonlyArray<string> => {
    const found =
      known.get(tokenText) ?? termPiecesOf(tokenText).flatMap(({ piece }) => (terms.has(piece) ? [piece] : []))
    known.set(tokenText, found)
    return found
  }
}
