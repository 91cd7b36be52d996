/** `heddle reindex`: updates posts whose text was derived by older rules, in steps of about two seconds. */
import { Clock, Console, Effect } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { countText, type Progress, withProgress } from "./Progress.ts"

/** Jobs that go over all stored posts in steps, from the newest to the oldest. */
interface StepBack {
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

/** Leaves the operator client open, so that tests can provide their own. */
export const reindexCommand = Command.make("reindex", {}, () =>
  Effect.gen(function* () {
    const { texts } = yield* OperatorClient
    const posts = yield* withProgress("reindex", (progress) =>
      backInTime(
        (before) =>
          Effect.map(texts.reindex({ payload: before === null ? {} : { before } }), ({ posts, next, oldest }) => ({
            posts,
            next: next === null ? null : new Date(next),
            oldest: oldest === null ? null : new Date(oldest)
          })),
        progress
      )
    )
    yield* Console.log(`reindex: ${posts} posts brought up to date, none left`)
  })
).pipe(
  Command.withDescription("Update the search data of posts that was created by older releases"),
  Command.withExamples([{ command: "heddle reindex", description: "Update all posts, while the server runs" }])
)

export const reindex = reindexCommand.pipe(Command.provide(OperatorAccess))

/** Leaves the operator client open, so that tests can provide their own. */
export const backfillCommand = Command.make("backfill", {}, () =>
  Effect.gen(function* () {
    const { library } = yield* OperatorClient
    const posts = yield* withProgress("backfill", (progress) =>
      backInTime(
        () =>
          Effect.map(library.backfill(), ({ posts, until, oldest }) => ({
            posts,
            next: until === null ? null : new Date(until),
            oldest: oldest === null ? null : new Date(oldest)
          })),
        progress
      )
    )
    const size = yield* library.size()
    yield* Console.log(`backfill: ${posts} posts added, the inspiration library has ${size.posts}`)
  })
).pipe(
  Command.withDescription("Search the stored posts for those that belong in the inspiration library, and add them"),
  Command.withExamples([{ command: "heddle backfill", description: "Search all posts, while the server runs" }])
)

export const backfill = backfillCommand.pipe(Command.provide(OperatorAccess))
