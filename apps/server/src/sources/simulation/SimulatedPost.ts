/** Derives one post from its id. */
import { type Author, authorFor } from "./Authors.ts"
import { replyText, threadText } from "./Caption.ts"
import { checkpointsMillis, countsAtAge, deletionCheckpoints, drawEngagement, type Engagement } from "./Engagement.ts"
import type { Counts } from "../../store/posts/Counts.ts"
import { type Language, languages, type Vocabulary } from "./Languages.ts"
import { hourOf, type Network, postedAt, type PostId } from "./Slots.ts"
import { codeOf } from "./PostCode.ts"
import { chance, fraction, pick, pickWeighted, purposes, randomOf, wholeBetween } from "./Random.ts"
import { parentOf, type Role, roleOf, rootOf } from "./Threads.ts"
import { topicsAt } from "./Trends.ts"

export interface SimulatedPost {
  readonly code: string
  readonly author: Author
  readonly language: Language
  /** BCP 47 tag of the text. */
  readonly tag: string
  readonly caption: string
  readonly at: number
  readonly replyTo: string | null
  readonly media: ReadonlyArray<string>
  readonly engagement: Engagement
  /** Unix time in milliseconds; null if the post is never deleted. */
  readonly deletedAt: number | null
}

const shareOfLongByRole: Readonly<Record<Role, number>> = { leader: 0.15, ordinary: 0.03, reply: 0 }
/** Popular posts are often long, so that a collection of good long posts finds some. */
const popularLikes = 1_000
const shareOfLongAmongPopular = 0.5
const shareWithMedia: Readonly<Record<Role, number>> = { leader: 0.5, ordinary: 0.3, reply: 0.05 }
const shareDeleted = 0.005

const languageOf = ({ seed }: Network, root: PostId): Language =>
  pickWeighted(fraction(seed, root.slot, root.index, purposes.language), languages)

const authorOf = (network: Network, id: PostId, language: Language): Author =>
  authorFor(network.authors, language, network.seed, id.slot, id.index)

interface Conversation {
  readonly root: PostId
  readonly language: Language
  readonly vocabulary: Vocabulary
}

// "other" covers several languages, so a conversation keeps the vocabulary of its root's author.
const conversationOf = (network: Network, root: PostId): Conversation => {
  const language = languageOf(network, root)
  return { root, language, vocabulary: authorOf(network, root, language).vocabulary }
}

const captionOf = (
  network: Network,
  id: PostId,
  shareOfLong: number,
  { root, language, vocabulary }: Conversation,
  parent: PostId | null
): string => {
  const { seed, authors } = network
  const topics = topicsAt(seed, vocabulary, root)
  const topic = pickWeighted(fraction(seed, root.slot, root.index, purposes.topic), topics)
  const random = randomOf(seed, id.slot, id.index, purposes.caption)
  return parent === null
    ? threadText(random, vocabulary, topic, { shareOfLong, mention: pick(random, authors).username })
    : replyText(random, vocabulary, topic, authorOf(network, parent, language).username)
}

const mediaOf = ({ seed }: Network, id: PostId, role: Role, code: string): ReadonlyArray<string> => {
  const random = randomOf(seed, id.slot, id.index, purposes.media)
  const count = chance(random, shareWithMedia[role]) ? pick(random, [1, 1, 1, 2, 3, 4]) : 0
  return Array.from({ length: count }, (_, index) => `https://media.example/${code}/${index + 1}.jpg`)
}

const deletedAtOf = ({ seed }: Network, id: PostId, at: number): number | null => {
  const random = randomOf(seed, id.slot, id.index, purposes.fate)
  if (!chance(random, shareDeleted)) return null
  const checkpoint = wholeBetween(random, deletionCheckpoints.first, deletionCheckpoints.last)
  return at + (checkpointsMillis[checkpoint] ?? checkpointsMillis[0])
}

export const derivePost = (network: Network, id: PostId): SimulatedPost => {
  const role = roleOf(network, id)
  const parent = parentOf(network, id)
  const conversation = conversationOf(network, parent === null ? id : rootOf(network, parent))
  const { language } = conversation
  const author = authorOf(network, id, language)
  const at = postedAt(network, id)
  const code = codeOf(network.seed, id)
  const random = randomOf(network.seed, id.slot, id.index, purposes.engagement)
  const localHour = (hourOf(id.slot) + language.utcOffsetHours + 24) % 24
  const engagement = drawEngagement(random, role, author.reach, localHour)
  const shareOfLong = engagement.likes >= popularLikes ? shareOfLongAmongPopular : shareOfLongByRole[role]
  return {
    code,
    author,
    language,
    tag: conversation.vocabulary.tag,
    caption: captionOf(network, id, shareOfLong, conversation, parent),
    at,
    replyTo: parent === null ? null : codeOf(network.seed, parent),
    media: mediaOf(network, id, role, code),
    engagement,
    deletedAt: deletedAtOf(network, id, at)
  }
}

/** Counts of a post at a Unix time in milliseconds; they never fall. */
export const countsAt = (post: SimulatedPost, millis: number): Counts => countsAtAge(post.engagement, millis - post.at)
