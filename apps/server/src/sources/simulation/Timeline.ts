/** The changes of an interval, in order of observation. */
import { dayMillis, hourMillis } from "../../runtime/Time.ts"
import type { AuthorChange, Change, PostChange } from "../../store/Change.ts"
import { type Author, followersAt, postCountAt } from "./Authors.ts"
import { checkpointsMillis } from "./Engagement.ts"
import { countsAt, derivePost, type SimulatedPost } from "./SimulatedPost.ts"
import { type Network, postsBetween, slotMillis, slotOf } from "./Slots.ts"
import { keeps, keepsAtStart, keepsInPast, type Thinning } from "./Thinning.ts"

/** Authors and posts as observed at a Unix time in milliseconds. Shared by the stream and live reads, so that they agree. */
export const userChange = (author: Author, millis: number): AuthorChange => ({
  type: "user",
  author_id: author.id,
  username: author.username,
  full_name: author.fullName,
  profile_picture: `https://images.example.com/seed/${author.username}/200/200.jpg`,
  biography: author.biography,
  follower_count: followersAt(author, millis),
  following_count: author.following,
  post_count: postCountAt(author, millis),
  observed_at: millis / 1000
})

export const postChange = (post: SimulatedPost, millis: number): PostChange => ({
  type: "post",
  code: post.code,
  url: `https://social.example/@${post.author.username}/post/${post.code}`,
  caption: post.caption,
  author_id: post.author.id,
  username: post.author.username,
  post_timestamp: post.at / 1000,
  is_reply: post.replyTo !== null,
  reply_to: post.replyTo,
  ...countsAt(post, millis),
  media_url: post.media,
  language: post.tag,
  observed_at: millis / 1000
})

export const isDeletedAt = ({ deletedAt }: SimulatedPost, millis: number): boolean =>
  deletedAt !== null && millis >= deletedAt

/** Every author is emitted once per this many minutes. */
const authorMinutes = 30

interface TimedChange {
  readonly at: number
  readonly change: Change
}

const observedAt = (post: SimulatedPost, millis: number): ReadonlyArray<TimedChange> => {
  if (isDeletedAt(post, millis)) return [{ at: millis, change: { type: "delete", code: post.code } }]
  return [{ at: millis, change: postChange(post, millis) }]
}

/** The times at which history emits all authors: once per past day and at the start, so that follower growth has a history. */
export const authorTimes = ({ startMillis }: Thinning, historyHours: number): ReadonlyArray<number> => {
  const days = Math.floor((historyHours * hourMillis) / dayMillis)
  return Array.from({ length: days + 1 }, (_, index) => startMillis - (days - index) * dayMillis).filter(
    (millis) => millis >= 0
  )
}

export const authorsAt = (network: Network, millis: number): ReadonlyArray<Change> =>
  network.authors.map((author) => userChange(author, millis))

/** Earlier observations of a past post would only show how it began. */
const firstPastAge = hourMillis / 3

/** A past post as it was observed until now: its counts have a history, from which their future can be forecast. */
const observedUntil = (post: SimulatedPost, millis: number): ReadonlyArray<TimedChange> =>
  isDeletedAt(post, millis)
    ? observedAt(post, millis)
    : [
        ...checkpointsMillis.filter((age) => age >= firstPastAge && post.at + age < millis).map((age) => post.at + age),
        millis
      ].flatMap((at) => observedAt(post, at))

/** Past posts, with their counts until the start. */
export const history = (network: Network, thinning: Thinning, after: number, until: number): ReadonlyArray<Change> =>
  postsBetween(network, after, until)
    .filter((id) => keepsAtStart(thinning, network, id))
    .flatMap((id) => observedUntil(derivePost(network, id), thinning.startMillis))
    .map(({ change }) => change)

/** One in so many conversations of the filled past has a history of its counts; the others are observed once. */
const conversationsPerHistory = 12

/** The share of the past that is filled in, with its counts until `now`. */
export const past = (
  network: Network,
  shareOfPast: number,
  { after, until, now }: { readonly after: number; readonly until: number; readonly now: number }
): ReadonlyArray<Change> =>
  postsBetween(network, after, until)
    .filter((id) => keepsInPast(shareOfPast, network, id))
    .flatMap((id) => {
      const post = derivePost(network, id)
      return keepsInPast(shareOfPast / conversationsPerHistory, network, id)
        ? observedUntil(post, now)
        : observedAt(post, now)
    })
    .map(({ change }) => change)

const observations = (network: Network, thinning: Thinning, after: number, until: number): ReadonlyArray<TimedChange> =>
  [0, ...checkpointsMillis].flatMap((age) =>
    postsBetween(network, after - age, until - age)
      .filter((id) => keeps(thinning, network, id))
      .map((id) => derivePost(network, id))
      .filter((post) => post.deletedAt === null || post.at + age <= post.deletedAt)
      .flatMap((post) => observedAt(post, post.at + age))
  )

const authorsBetween = (network: Network, after: number, until: number): ReadonlyArray<TimedChange> => {
  const changes: Array<TimedChange> = []
  for (let slot = slotOf(after) + 1; slot <= slotOf(until); slot++) {
    const at = slot * slotMillis
    const due = network.authors.filter((_, index) => index % authorMinutes === slot % authorMinutes)
    changes.push(...due.map((author) => ({ at, change: userChange(author, at) })))
  }
  return changes
}

/** New posts, new observations of posts, and authors, from `after` (excluded) to `until` (included). */
export const live = (network: Network, thinning: Thinning, after: number, until: number): ReadonlyArray<Change> =>
  [...authorsBetween(network, after, until), ...observations(network, thinning, after, until)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ change }) => change)
