/**
 * `heddle backfill`: goes over all stored posts and adds those that belong in the inspiration library, in steps of about
 * two seconds. Its position is stored in the database, so after an interruption the next run continues there.
 */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { backInTime } from "./BackInTime.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { withProgress } from "./Progress.ts"

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
