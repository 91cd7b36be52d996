/** Whether the data folder is writable, has free space, and only its owner can read the key. */
import { Effect, Option, Schema } from "effect"
import { access, constants, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import type { SelfCheck } from "../../../operator/StateApi.ts"
import { Settings } from "../../../runtime/Settings.ts"

const lowBytes = 1_000_000_000
const lowShare = 0.05

class FolderUnreadable extends Schema.TaggedError<FolderUnreadable>()("FolderUnreadable", {
  cause: Schema.Defect()
}) {}

const ask = <A>(question: () => Promise<A>) =>
  Effect.tryPromise({ try: question, catch: (cause) => new FolderUnreadable({ cause }) })

const folder = (dataDir: string) =>
  ask(() => access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)).pipe(
    Effect.as<SelfCheck>({ name: "data folder", state: "ok", text: `${dataDir} can be read and written` }),
    Effect.orElseSucceed((): SelfCheck => ({
      name: "data folder",
      state: "failed",
      text: `${dataDir} cannot be read and written by this user; correct its owner, or HEDDLE_DATA_DIR`
    }))
  )

/** What the file system of the data folder has left. */
export const describeRoom = (free: number, total: number): SelfCheck => {
  const text = `${(free / 1e9).toFixed(1)} of ${(total / 1e9).toFixed(1)} GB free where the data folder is`
  return free < lowBytes || free < lowShare * total
    ? { name: "disk", state: "warning", text: `${text}; make room, or keep less (heddle doctor lists the tables)` }
    : { name: "disk", state: "ok", text }
}

const room = (dataDir: string) =>
  ask(() => statfs(dataDir)).pipe(
    Effect.map(({ bsize, bavail, blocks }) => [describeRoom(bsize * bavail, bsize * blocks)]),
    Effect.orElseSucceed((): ReadonlyArray<SelfCheck> => [])
  )

/** The key file exists only without `HEDDLE_ENCRYPTION_KEY`. That the key fits the database is proved at every start. */
const key = (dataDir: string, isSet: boolean) =>
  isSet
    ? Effect.succeed<SelfCheck>({
        name: "encryption key",
        state: "ok",
        text: "HEDDLE_ENCRYPTION_KEY opens this database's secrets"
      })
    : ask(() => stat(join(dataDir, "encryption.key"))).pipe(
        Effect.map(({ mode }): SelfCheck =>
          (mode & 0o077) === 0
            ? {
                name: "encryption key",
                state: "ok",
                text: "encryption.key in the data folder; back it up apart from the database"
              }
            : {
                name: "encryption key",
                state: "warning",
                text: "other users can read encryption.key; run chmod 600 on it"
              }
        ),
        Effect.orElseSucceed((): SelfCheck => ({
          name: "encryption key",
          state: "failed",
          text: "encryption.key is missing from the data folder; restore it before the next start, or no secret can be opened"
        }))
      )

export const folderChecks = Effect.gen(function* () {
  const { dataDir, encryptionKey } = yield* Settings
  return [yield* folder(dataDir), ...(yield* room(dataDir)), yield* key(dataDir, Option.isSome(encryptionKey))]
})
