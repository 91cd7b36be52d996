/** `heddle reindex`: bring posts up to date whose text was derived by older rules, in steps of about two seconds. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

/** Over an operator that is already there. */
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
).pipe(Command.withDescription("Derive the texts of posts anew that older rules derived"))

export const reindex = reindexCommand.pipe(Command.provide(OperatorAccess))
