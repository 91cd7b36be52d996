/** `heddle serve`: the server, without demo data. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { DatabaseInfo } from "../database/client/DatabaseInfo.ts"
import { Server } from "./LoadedServer.ts"
import { buildPortal } from "./PortalBuild.ts"
import { announce } from "../runtime/LogFormat.ts"
import { RunningServer } from "../runtime/RunningServer.ts"
import { Settings } from "../runtime/Settings.ts"
import { logFailure } from "./Report.ts"
import { sayThatItStops, serving } from "./Stopping.ts"

export const serve = Command.make("serve", {}, () =>
  Effect.gen(function* () {
    const { baseUrl, operatorUrl } = yield* RunningServer
    const { roles, source } = yield* Settings
    yield* Effect.forkScoped(buildPortal)
    const serves = roles.includes("api") ? `serves ${baseUrl} (docs at ${baseUrl}/docs)` : `runs ${roles.join(", ")}`
    yield* announce(`Heddle ${serves}; operator port ${operatorUrl}`)
    if (roles.includes("ingest") && source.split(",").includes("simulation")) {
      yield* announce(
        "Using simulated posts. To use only your own data, set HEDDLE_SOURCE=ndjson and run heddle ingest."
      )
    }
    return yield* sayThatItStops((yield* DatabaseInfo).lost)
  }).pipe(Effect.scoped, serving, Effect.provide(Server), logFailure)
).pipe(
  Command.withDescription(
    "Run the server. Settings are environment variables, such as DATABASE_URL and HEDDLE_PORT: heddle doctor lists them with their values."
  ),
  Command.withShortDescription("Run the server"),
  Command.withExamples([
    { command: "heddle serve", description: "With the embedded database in .heddle" },
    {
      command: "DATABASE_URL=postgres://… HEDDLE_SOURCE=bluesky heddle serve",
      description: "With PostgreSQL and the posts of Bluesky"
    }
  ])
)
