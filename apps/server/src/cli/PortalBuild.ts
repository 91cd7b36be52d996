/**
 * Builds the portal when the server starts and its files are missing or older than their sources. A process of its own
 * does it, so that the server neither waits nor loads the builder. Whatever goes wrong there is logged and stops
 * nothing: `/portal` says so until there is a build.
 */
import { Effect, Stream } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import { Settings } from "../runtime/Settings.ts"

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
export const buildPortal = Effect.flatMap(Settings, ({ roles }) => (roles.includes("api") ? build : Effect.void))
