import { Console, Effect, Option } from "effect"
import { join } from "node:path"
import { Settings } from "../runtime/Settings.ts"
import { holdDataDir, isCreated } from "./pglite/DataDir.ts"
import { lockDataDir } from "./pglite/DataDirLock.ts"

/** Fails when another process has the embedded database open. */
export const checkUnused = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* Settings
  if (Option.isNone(databaseUrl)) yield* Effect.scoped(lockDataDir(join(dataDir, "database")))
})

/**
 * Run it before the server is loaded: the memory that either takes would otherwise add up. Says what takes the seconds
 * until the server is up.
 */
export const createDatabase = Effect.gen(function* () {
  const { databaseUrl, dataDir, logFormat } = yield* Settings
  const folder = join(dataDir, "database")
  if (Option.isSome(databaseUrl)) return
  const isNew = !isCreated(folder)
  if (logFormat === "text") {
    yield* Console.error(`${isNew ? "Creating" : "Opening"} the embedded database in ${folder} …`)
  }
  if (isNew) yield* Effect.scoped(holdDataDir(folder, Effect.void))
}).pipe(Effect.provide(Settings.layer))
