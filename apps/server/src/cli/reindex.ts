/** `heddle reindex`: updates posts whose text was derived by older rules, in steps of about two seconds. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

/** Leaves the operator client open, so that tests can provide their own. */
export const reindexCommand = Command.make("reindex", {}, () =>
  Effect.gen(function* () {
    const { texts } = yield* OperatorClient
    let posts = 0
    let before: Date | undefined
    do {
      const step = yield* texts.reindex({ payload: before === undefined ? {} : { before } })
      posts += step.posts
      before = step.next === null ? undefined : new Date(step.next)
      if (before !== undefined) yield* Console.log(`${posts} posts up to date, back to ${before.toISOString()}`)
    } while (before !== undefined)
    yield* Console.log(`reindex: ${posts} posts brought up to date, none left`)
  })
).pipe(Command.withDescription("Update posts whose text was derived by older rules"))

export const reindex = reindexCommand.pipe(Command.provide(OperatorAccess))
