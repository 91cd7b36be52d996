/** `heddle serve`: the server, without demo data. */
import { Effect, Stream } from "effect"
import { Command } from "effect/cli"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { DatabaseInfo } from "../database/client/DatabaseInfo.ts"
import { announce } from "../runtime/LogFormat.ts"
import { RunningServer } from "../runtime/RunningServer.ts"
import { Settings } from "../runtime/Settings.ts"
import { Server } from "./LoadedServer.ts"
import { logFailure } from "./Report.ts"
import { sayThatItStops, serving } from "./Stopping.ts"

/**
 * Builds the portal when the server starts and its files are missing or older than their sources. A process of its own
 * does it, so that the server neither waits nor loads the builder. Whatever goes wrong there is logged and stops
 * nothing: `/portal` says so until there is a build. The published package has no builder, and a portal that is built.
 */
const program = fileURLToPath(new URL("../../../portal/build/main.ts", import.meta.url))

/** Otherwise a server that runs in a test or for development would build React with its checks. */
const production = { NODE_ENV: "production" }

/** The exit code of a build that failed while an older one is there. */
const keptOlder = 3

const build = Effect.gen(function* () {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const child = yield* spawner.spawn(
    ChildProcess.make(process.execPath, [program], { env: production, extendEnv: true })
  )
  const fault = yield* child.stderr.pipe(Stream.decodeText(), Stream.mkString)
  const code = yield* child.exitCode
  if (code === keptOlder) yield* Effect.logWarning("The portal is older than its sources: building it failed", fault)
  else if (code !== 0) yield* Effect.logError("The portal could not be built; /portal is not available", fault)
}).pipe(
  Effect.scoped,
  Effect.catch((error) => Effect.logError("The portal could not be built; /portal is not available", error))
)

/** Waits for the build. */
export const buildPortal = Effect.flatMap(Settings, ({ roles }) =>
  roles.includes("api") && existsSync(program) ? build : Effect.void
)

const announcePosts = (sources: ReadonlyArray<string>) => {
  if (sources.includes("simulation")) return announce("Its posts are simulated: HEDDLE_SOURCE names simulation.")
  return sources.every((name) => name === "none")
    ? announce("No posts arrive by themselves. Set HEDDLE_SOURCE, for example to bluesky, or run heddle ingest.")
    : Effect.void
}

export const serve = Command.make("serve", {}, () =>
  Effect.gen(function* () {
    const { baseUrl, operatorUrl } = yield* RunningServer
    const { roles, sources } = yield* Settings
    yield* Effect.forkScoped(buildPortal)
    const serves = roles.includes("api") ? `serves ${baseUrl} (docs at ${baseUrl}/docs)` : `runs ${roles.join(", ")}`
    yield* announce(`Heddle ${serves}; operator port ${operatorUrl}`)
    if (roles.includes("ingest")) yield* announcePosts(sources)
    return yield* sayThatItStops((yield* DatabaseInfo).lost)
  }).pipe(Effect.scoped, serving, Effect.provide(Server), logFailure)
).pipe(
  Command.withDescription(
    "Run the server. Settings are environment variables, such as DATABASE_URL and HEDDLE_PORT: heddle doctor --settings lists them with their values."
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
