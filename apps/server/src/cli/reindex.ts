/** `heddle reindex`: updates posts whose text was derived by older rules, in steps of about two seconds. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { backInTime } from "./BackInTime.ts"
import { withProgress } from "./Progress.ts"

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
