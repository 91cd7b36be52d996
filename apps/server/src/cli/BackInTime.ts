/** Jobs that go over all stored posts in steps, from the newest to the oldest. */
import { Clock, Effect } from "effect"
import type { Progress } from "./Progress.ts"
import { countText } from "./ProgressLine.ts"

export interface StepBack {
  /** Posts that the step wrote. */
  readonly posts: number
  /** The next step begins before this time; null when nothing is left. */
  readonly next: Date | null
  /** When the oldest stored post was posted; null without posts. */
  readonly oldest: Date | null
}

/** Repeats the step until nothing is left, and shows how far back it is. Returns the number of posts. */
export const backInTime = Effect.fnUntraced(function* <E, R>(
  step: (before: Date | null) => Effect.Effect<StepBack, E, R>,
  progress: Progress
) {
  const startedAt = yield* Clock.currentTimeMillis
  let posts = 0
  let before: Date | null = null
  do {
    const taken: StepBack = yield* step(before)
    posts += taken.posts
    before = taken.next
    if (before !== null) {
      const [reached, oldest] = [before, taken.oldest]
      yield* progress.show({
        done: startedAt - reached.getTime(),
        total: oldest === null ? null : startedAt - oldest.getTime(),
        detail: () => `${countText(posts)} posts, back to ${reached.toISOString()}`
      })
    }
  } while (before !== null)
  return posts
})
