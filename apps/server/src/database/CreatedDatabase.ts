import { Console, Effect, Option } from "effect"
import { join } from "node:path"
import { Settings } from "../runtime/Settings.ts"
import { holdDataDir } from "./pglite/DataDir.ts"
import { lockDataDir } from "./pglite/DataDirLock.ts"
import { isCreated } from "./pglite/NewFolder.ts"

/** Fails when another process has the embedded database open. */
export const checkUnused = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* Settings
  if (Option.isNone(databaseUrl)) yield* Effect.scoped(lockDataDir(join(dataDir, "database")))
})

/** Run it before the server is loaded: the memory that either takes would otherwise add up. */
export const createDatabase = Effect.gen(function* () {
  const { databaseUrl, dataDir, logFormat } = yield* Settings
  const folder = join(dataDir, "database")
  if (Option.isSome(databaseUrl) || isCreated(folder)) return
  if (logFormat === "text") yield* Console.error(`Creating the embedded database in ${folder} …`)
  yield* Effect.scoped(holdDataDir(folder, Effect.void))
}).pipe(Effect.provide(Settings.layer))
