/**
 * Applies changes to one author, in order; pure. A field that a change omits keeps its value, an older observation is
 * ignored, and each hour keeps its last observed counts.
 */
import { earlierOf, hourMillis } from "../../runtime/Time.ts"
import { type AuthorChange, authorIdOf } from "../Change.ts"

export interface ReceivedAuthor {
  readonly change: AuthorChange
  readonly receivedAt: Date
}

export interface AuthorCounts {
  readonly follower_count: number | null
  readonly following_count: number | null
  readonly post_count: number | null
}

export interface Author extends AuthorCounts {
  readonly author_id: string
  readonly full_name: string
  readonly profile_picture: string
  readonly biography: string
  readonly observed_at: Date
}

export interface HourlyCounts extends AuthorCounts {
  readonly author_id: string
  /** The start of the hour. */
  readonly hour: Date
  readonly observed_at: Date
}

export interface AuthorState {
  readonly author: Author | null
  readonly changed: boolean
  /** The last observed counts of each changed hour, by the start of the hour in Unix milliseconds. */
  readonly hourlyCounts: ReadonlyMap<number, HourlyCounts>
}

export type AuthorOutcome = "accepted" | "updated" | "ignored"

export const initialState = (author: Author | null): AuthorState => ({
  author,
  changed: false,
  hourlyCounts: new Map()
})

const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / hourMillis) * hourMillis)

const merge = (author: Author | null, change: AuthorChange, observed_at: Date): Author => ({
  author_id: authorIdOf(change),
  full_name: change.full_name ?? author?.full_name ?? "",
  profile_picture: change.profile_picture ?? author?.profile_picture ?? "",
  biography: change.biography ?? author?.biography ?? "",
  follower_count: change.follower_count ?? author?.follower_count ?? null,
  following_count: change.following_count ?? author?.following_count ?? null,
  post_count: change.post_count ?? author?.post_count ?? null,
  observed_at
})

export const applyAuthor = (
  state: AuthorState,
  { change, receivedAt }: ReceivedAuthor
): readonly [AuthorState, AuthorOutcome] => {
  const observed_at = earlierOf(change.observed_at, receivedAt)
  if (state.author !== null && observed_at < state.author.observed_at) return [state, "ignored"]
  const author = merge(state.author, change, observed_at)
  const hour = hourOf(observed_at)
  const { author_id, follower_count, following_count, post_count } = author
  const counts = { author_id, hour, observed_at, follower_count, following_count, post_count }
  return [
    { author, changed: true, hourlyCounts: new Map(state.hourlyCounts).set(hour.getTime(), counts) },
    state.author === null ? "accepted" : "updated"
  ]
}
