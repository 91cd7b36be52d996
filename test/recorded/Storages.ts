/** The two databases of a recorded server, each new or with the rows of an earlier server. */
import { PGlite } from "@electric-sql/pglite"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPgliteAsWell, onPostgres, type Postgres } from "../support/Databases.ts"

/** What a server on it is started with. */
export interface Stored {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
}

interface Storage {
  /** Recording takes the answers of this one; the other must give the same. */
  readonly isRecorded: boolean
  readonly make: (statements: ReadonlyArray<string>) => Effect.Effect<Stored, never, Scope.Scope>
}

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "heddle-recorded-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

const migratedFolder = Effect.acquireRelease(Effect.promise(makeDataDir), (folder) =>
  Effect.promise(() => removeDataDir(folder))
)

const loadEmbedded = async (dataDir: string, statements: ReadonlyArray<string>): Promise<void> => {
  const database = await PGlite.create({ dataDir: join(dataDir, "database") })
  await database.exec(statements.join("\n"))
  await database.close()
}

const embedded: Storage = {
  isRecorded: true,
  make: Effect.fnUntraced(function* (statements) {
    const dataDir = yield* migratedFolder
    if (statements.length > 0) yield* Effect.promise(() => loadEmbedded(dataDir, statements))
    return { dataDir, env: {} }
  })
}

const load = (url: Redacted.Redacted, statements: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.flatMap(PgClient.makeClient({ url }), (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
    )
  ).pipe(Effect.provide(Reactivity.layer), Effect.orDie)

const onServer = ({ freshUrl }: Postgres): Storage => ({
  isRecorded: false,
  make: Effect.fnUntraced(function* (statements) {
    const url = yield* freshUrl
    yield* load(url, statements)
    return { dataDir: yield* temporaryFolder, env: { DATABASE_URL: Redacted.value(url) } }
  })
})

/** Declares the same tests on both, as `onAnyDatabase` does. */
export const onEveryStorage = (subject: string, timeout: number, declare: (storage: Storage) => void): void => {
  onPgliteAsWell(`${subject} on the embedded database`, () => {
    describe("in a folder of its own", { timeout }, () => {
      declare(embedded)
    })
  })
  onPostgres(`${subject} on PostgreSQL`, (postgres) => {
    describe("in a database of its own", { timeout }, () => {
      declare(onServer(postgres))
    })
  })
}
