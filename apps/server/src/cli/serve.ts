/** `heddle serve`: the server, without demo data. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { Server } from "../main.ts"
import { RunningServer } from "../RunningServer.ts"

export const serve = Command.make("serve", {}, () =>
  Effect.gen(function* () {
    const { baseUrl, operatorUrl } = yield* RunningServer
    yield* Console.log(`Heddle serves ${baseUrl} (docs at ${baseUrl}/docs); operator port ${operatorUrl}`)
    return yield* Effect.never
  })
).pipe(Command.withDescription("Run the server"), Command.provide(Server))
