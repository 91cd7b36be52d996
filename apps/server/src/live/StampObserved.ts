/** What was read, with the time at which it was, and as the store takes it. Pure. */
import type { Found } from "./BestAnswer.ts"
import type { LiveWrite } from "./LiveWriteBack.ts"
import type { LivePost } from "./LiveSource.ts"

/** The source's own time, if it says one: writing may come later than reading. */
export const observed = <A extends { readonly observed_at?: number }>(change: A, readAt: Date): A => ({
  ...change,
  observed_at: change.observed_at ?? readAt.getTime() / 1_000
})

export const seenPost = ({ source, value: { post, author } }: Found<LivePost>, readAt: Date): Found<LivePost> => ({
  source,
  value: { post: observed(post, readAt), author: author === null ? null : observed(author, readAt) }
})

export const findingsOf = ({ source, value: { post, author } }: Found<LivePost>): ReadonlyArray<LiveWrite> => [
  ...(author === null ? [] : [{ source, change: author }]),
  { source, change: post }
]
