/** `heddle serve`: the server, without demo data. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { DatabaseInfo } from "../database/client/DatabaseInfo.ts"
import { Server } from "../main.ts"
import { RunningServer } from "../runtime/RunningServer.ts"
import { Settings } from "../runtime/Settings.ts"

export const serve = Command.make("serve", {}, () =>
  Effect.gen(function* () {
    const { baseUrl, operatorUrl } = yield* RunningServer
    const { source } = yield* Settings
    yield* Console.log(`Heddle serves ${baseUrl} (docs at ${baseUrl}/docs); operator port ${operatorUrl}`)
    if (source.split(",").includes("simulation")) {
      yield* Console.log("Posts are simulated. For your own alone, set HEDDLE_SOURCE=ndjson and use heddle ingest.")
    }
    return yield* (yield* DatabaseInfo).lost
  })
).pipe(Command.withDescription("Run the server"), Command.provide(Server))
