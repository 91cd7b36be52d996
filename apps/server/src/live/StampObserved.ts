/** Stamps live reads with their time, and converts them to writes. Pure. */
import type { Found } from "./BestAnswer.ts"
import type { LiveWrite } from "./LiveWriteBack.ts"
import type { LivePost } from "./LiveSource.ts"

/** Keeps the source's own time if it has one. Set at the read, because the write comes later. */
export const stampObserved = <A extends { readonly observed_at?: number }>(change: A, readAt: Date): A => ({
  ...change,
  observed_at: change.observed_at ?? readAt.getTime() / 1_000
})

export const stampPost = ({ source, value: { post, author } }: Found<LivePost>, readAt: Date): Found<LivePost> => ({
  source,
  value: { post: stampObserved(post, readAt), author: author === null ? null : stampObserved(author, readAt) }
})

export const writesOf = ({ source, value: { post, author } }: Found<LivePost>): ReadonlyArray<LiveWrite> => [
  ...(author === null ? [] : [{ source, change: author }]),
  { source, change: post }
]
