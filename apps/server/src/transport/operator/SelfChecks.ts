/** What the server finds out about its own surroundings: data folder, addresses, database. */
import { Clock, Effect, Option, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { access, constants, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import type { SelfCheck } from "../../operator/StateApi.ts"
import { KeyRotation } from "../../runtime/KeyRotation.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { type UnfinishedIndex, UnfinishedIndexes } from "../../runtime/UnfinishedIndexes.ts"

const lowBytes = 1_000_000_000
const lowShare = 0.05

class FolderUnreadable extends Schema.TaggedError<FolderUnreadable>()("FolderUnreadable", {
  cause: Schema.Defect()
}) {}

const ok = (name: string, text: string): SelfCheck => ({ name, state: "ok", text })
const warning = (name: string, text: string): SelfCheck => ({ name, state: "warning", text })
const failed = (name: string, text: string): SelfCheck => ({ name, state: "failed", text })

const ask = <A>(question: () => Promise<A>) =>
  Effect.tryPromise({ try: question, catch: (cause) => new FolderUnreadable({ cause }) })

const folder = (dataDir: string) =>
  ask(() => access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)).pipe(
    Effect.as(ok("data folder", `${dataDir} can be read and written`)),
    Effect.orElseSucceed(() =>
      failed("data folder", `${dataDir} cannot be read and written by this user; correct its owner, or HEDDLE_DATA_DIR`)
    )
  )

/** What the file system of the data folder has left. */
export const describeRoom = (free: number, total: number): SelfCheck => {
  const text = `${(free / 1e9).toFixed(1)} of ${(total / 1e9).toFixed(1)} GB free where the data folder is`
  return free < lowBytes || free < lowShare * total
    ? warning("disk", `${text}; make room, or keep less (heddle doctor lists the tables)`)
    : ok("disk", text)
}

const room = (dataDir: string) =>
  ask(() => statfs(dataDir)).pipe(
    Effect.map(({ bsize, bavail, blocks }) => [describeRoom(bsize * bavail, bsize * blocks)]),
    Effect.orElseSucceed((): ReadonlyArray<SelfCheck> => [])
  )

/** The key file is read only without a setting. That the keys fit the database is proved at every start. */
const keyFile = (dataDir: string, isSet: boolean) =>
  isSet
    ? Effect.succeed(ok("encryption key", "the settings have the key of this database's secrets"))
    : ask(() => stat(join(dataDir, "encryption.key"))).pipe(
        Effect.map(({ mode }) =>
          (mode & 0o077) === 0
            ? ok("encryption key", "encryption.key in the data folder; back it up apart from the database")
            : warning("encryption key", "other users can read encryption.key; run chmod 600 on it")
        ),
        Effect.orElseSucceed(() =>
          failed(
            "encryption key",
            "encryption.key is missing from the data folder; restore it before the next start, or no secret can be opened"
          )
        )
      )

export const folderChecks = Effect.gen(function* () {
  const { dataDir, encryptionKey, encryptionKeys } = yield* Settings
  const isSet = Option.isSome(encryptionKeys) || Option.isSome(encryptionKey)
  return [yield* folder(dataDir), ...(yield* room(dataDir)), yield* keyFile(dataDir, isSet)]
})

/** Whether the public address leads here, and whether mail can leave. */
const timeout = "5 seconds"

/** A reverse proxy may not be reachable from the machine behind it, so this is never more than a warning. */
const publicAddress = (url: string, isOwn: boolean) =>
  HttpClient.get(`${url.replace(/\/$/, "")}/healthz`).pipe(
    Effect.flatMap(HttpClientResponse.filterStatusOk),
    Effect.timeout(timeout),
    Effect.as(ok("public address", `${url} answers`)),
    Effect.orElseSucceed(() =>
      warning(
        "public address",
        isOwn
          ? `${url} does not answer; is the server running?`
          : `${url} (HEDDLE_BASE_URL) does not answer from this machine; look at the reverse proxy`
      )
    ),
    Effect.provide(FetchHttpClient.layer)
  )

const mail = (isSet: boolean): SelfCheck =>
  isSet
    ? ok("mail", "goes through HEDDLE_SMTP_URL")
    : warning("mail", "is only written to the log; set HEDDLE_SMTP_URL so that customers get it")

export const addressChecks = Effect.gen(function* () {
  const settings = yield* Settings
  const address = settings.roles.includes("api")
    ? [yield* publicAddress(publicUrl(settings), Option.isNone(settings.baseUrl))]
    : []
  return [...address, mail(Option.isSome(settings.smtpUrl))]
})

/** Rounds and leases compare times of the database with those of a process. */
const clockWarningMillis = 1_000

const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{ version: string; at: Date }>`
    SELECT current_setting('server_version') AS version, clock_timestamp() AS at`
  const after = yield* Clock.currentTimeMillis
  return { version: row?.version ?? "?", at: row?.at.getTime() ?? after, before, after }
})

/** How far the database's clock is from the time in which it was asked. */
export const clockOffMillis = (at: number, before: number, after: number): number =>
  at < before ? at - before : Math.max(0, at - after)

const clock = (off: number): SelfCheck =>
  Math.abs(off) < clockWarningMillis
    ? ok("clock", "agrees with the database")
    : warning(
        "clock",
        `the database is ${Math.abs(off) / 1_000} s ${off > 0 ? "ahead" : "behind"}; synchronize both machines (NTP)`
      )

const lastMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; migrationId: number }>`
    SELECT migration_id, name FROM effect_sql_migrations ORDER BY migration_id DESC LIMIT 1`
  return rows.map(({ name, migrationId }) => `${String(migrationId).padStart(4, "0")}_${name}`).join("")
})

const migrations = (atStart: string, now: string): SelfCheck =>
  atStart === now
    ? ok("migrations", `all applied, up to ${now}`)
    : warning(
        "migrations",
        `a newer release has migrated the database up to ${now}; upgrade this process, which knows ${atStart}`
      )

/** Nothing to say while one key is enough. */
const otherKeys = Effect.gen(function* () {
  const { isDone, left } = yield* (yield* KeyRotation).state
  return isDone
    ? []
    : [
        warning(
          "other encryption keys",
          `${left} secrets are encrypted with another key than the first; run heddle rotate-encryption-key`
        )
      ]
})

const describeIndex = ({ index, isDropped, built, partitions, phase }: UnfinishedIndex): string =>
  isDropped
    ? `${index} is dropped`
    : `${index} ${[`${built} of ${partitions}`, ...(phase === null ? [] : [phase])].join(", ")}`

/** Nothing to say once all are there. */
export const describeIndexes = (unfinished: ReadonlyArray<UnfinishedIndex>): ReadonlyArray<SelfCheck> =>
  unfinished.length === 0
    ? []
    : [
        warning(
          "indexes",
          `made in the background, until then some queries take longer: ${unfinished.map(describeIndex).join("; ")}`
        )
      ]

/** Every start applies the migrations of its release, so the last one at the start is the last one it knows. */
export const makeDatabaseChecks = Effect.map(Effect.orDie(lastMigration), (atStart) =>
  Effect.gen(function* () {
    const { version, at, before, after } = yield* answers
    const database = ok("database", `PostgreSQL ${version} answers in ${Math.max(1, after - before)} ms`)
    return [
      database,
      migrations(atStart, yield* lastMigration),
      clock(clockOffMillis(at, before, after)),
      ...describeIndexes(yield* (yield* UnfinishedIndexes).all),
      ...(yield* otherKeys)
    ]
  }).pipe(
    Effect.catch(({ message }) =>
      Effect.succeed([failed("database", `does not answer: ${message}; look at its log and at DATABASE_URL`)])
    )
  )
)
