import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { lockDataDir } from "./DataDirLock.ts"
import { DatabaseUnavailable } from "../client/DatabaseInfo.ts"
import { createFolder, type NotOpened } from "./NewFolder.ts"

/** The major version of PostgreSQL in PGlite. It can open only folders of the same version. */
export const pgliteMajor = "18"

/** Opens the folder's database exclusively until the scope closes, and creates it first where there is none. */
export const holdDataDir = Effect.fnUntraced(function* <A, R>(folder: string, open: Effect.Effect<A, NotOpened, R>) {
  yield* lockDataDir(folder)
  yield* checkVersion(folder)
  return yield* Effect.mapError(Effect.andThen(createFolder(folder), open), ({ reason }) => cannotOpen(folder, reason))
})

const checkVersion = (folder: string) =>
  Effect.suspend(() => {
    const file = join(folder, "PG_VERSION")
    const version = existsSync(file) ? readFileSync(file, "utf8").trim() : pgliteMajor
    return version === pgliteMajor ? Effect.void : Effect.fail(otherVersion(folder, version))
  })

const otherVersion = (folder: string, version: string) =>
  new DatabaseUnavailable({
    what: `The data folder ${resolve(folder)} was written by PostgreSQL ${version}; this version of Heddle embeds ${pgliteMajor}.`,
    details: "The files of one major version of PostgreSQL cannot be read by another.",
    solution:
      "Run the version of Heddle that wrote the folder, or set HEDDLE_DATA_DIR to another folder, or set DATABASE_URL to use a PostgreSQL server."
  })

const cannotOpen = (folder: string, details: string) =>
  new DatabaseUnavailable({
    what: `The embedded database in ${resolve(folder)} could not be opened.`,
    details,
    solution:
      "Check the free space and the permissions of the folder, restore it from a backup, or set HEDDLE_DATA_DIR to another folder."
  })
