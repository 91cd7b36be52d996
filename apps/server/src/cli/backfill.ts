/**
 * `heddle backfill`: goes over all stored posts and adds those that belong in the inspiration library, in steps of about two
 * seconds. The database knows how far it is: after an interruption, the next run goes on there.
 */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

/** Leaves the operator client open, so that tests can provide their own. */
export const backfillCommand = Command.make("backfill", {}, () =>
  Effect.gen(function* () {
    const { library } = yield* OperatorClient
    let posts = 0
    let until: string | null
    do {
      const step = yield* library.backfill()
      posts += step.posts
      until = step.until
      if (until !== null) yield* Console.log(`${posts} posts added, back to ${until}`)
    } while (until !== null)
    const size = yield* library.size()
    yield* Console.log(`backfill: ${posts} posts added, the inspiration library has ${size.posts}`)
  })
).pipe(Command.withDescription("Add stored posts that belong in the inspiration library"))

export const backfill = backfillCommand.pipe(Command.provide(OperatorAccess))
