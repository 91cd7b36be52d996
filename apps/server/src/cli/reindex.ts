/** `heddle reindex`: updates posts whose text was derived by older rules, in steps of about two seconds. */
import { Clock, Console, Effect } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { countText, withProgress } from "./Progress.ts"
import { explained } from "./AccountFlags.ts"

/** A step of a job that goes over all stored posts, from the newest to the oldest. Times are RFC 3339. */
interface StepBack {
  /** Posts that the step wrote. */
  readonly posts: number
  /** The next step begins before this time; null when nothing is left. */
  readonly next: string | null
  /** When the oldest stored post was posted; null without posts. */
  readonly oldest: string | null
}

/** Repeats the step until nothing is left, and shows how far back it is. Returns the number of posts. */
const backInTime = <E, R>(label: string, step: (before: string | null) => Effect.Effect<StepBack, E, R>) =>
  withProgress(
    label,
    Effect.fnUntraced(function* (progress) {
      const startedAt = yield* Clock.currentTimeMillis
      let posts = 0
      let before: string | null = null
      do {
        const taken: StepBack = yield* step(before)
        posts += taken.posts
        before = taken.next
        if (before !== null) {
          const [reached, oldest] = [before, taken.oldest]
          yield* progress.show({
            done: startedAt - Date.parse(reached),
            total: oldest === null ? null : startedAt - Date.parse(oldest),
            detail: () => `${countText(posts)} posts, back to ${reached}`
          })
        }
      } while (before !== null)
      return posts
    })
  )

/** Leaves the operator client open, so that tests can provide their own. */
export const reindexCommand = Command.make("reindex", {}, () =>
  Effect.gen(function* () {
    const { state } = yield* OperatorClient
    const posts = yield* backInTime("reindex", (before) =>
      state.reindex({ payload: before === null ? {} : { before: new Date(before) } })
    )
    yield* Console.log(`reindex: ${posts} posts brought up to date, none left`)
  })
).pipe(
  explained("Update the search data of posts that was created by older releases", {
    "heddle reindex": "Update all posts, while the server runs"
  })
)

export const reindex = reindexCommand.pipe(Command.provide(OperatorAccess))

/** Leaves the operator client open, so that tests can provide their own. */
export const backfillCommand = Command.make("backfill", {}, () =>
  Effect.gen(function* () {
    const { state } = yield* OperatorClient
    const posts = yield* backInTime("backfill", () =>
      Effect.map(state.backfill(), ({ until, ...step }) => ({ ...step, next: until }))
    )
    const size = yield* state.library()
    yield* Console.log(`backfill: ${posts} posts added, the inspiration library has ${size.posts}`)
  })
).pipe(
  explained("Search the stored posts for those that belong in the inspiration library, and add them", {
    "heddle backfill": "Search all posts, while the server runs"
  })
)

export const backfill = backfillCommand.pipe(Command.provide(OperatorAccess))
