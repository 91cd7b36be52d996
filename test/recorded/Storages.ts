/** The two databases of a recorded server, each empty or with a dump in it. */
import { PGlite } from "@electric-sql/pglite"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { freshDatabase } from "../support/PostgresDatabases.ts"

/** What a server on it is started with. */
export interface Stored {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
}

interface Storage {
  readonly name: string
  readonly skip: boolean
  /** Recording takes the answers of this one; the other must give the same. */
  readonly isRecorded: boolean
  readonly make: (statements: ReadonlyArray<string>) => Effect.Effect<Stored, never, Scope.Scope>
}

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "heddle-recorded-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

const loadEmbedded = async (dataDir: string, statements: ReadonlyArray<string>): Promise<void> => {
  const database = await PGlite.create({ dataDir: join(dataDir, "database") })
  await database.exec(statements.join("\n"))
  await database.close()
}

const embedded: Storage = {
  name: "the embedded database",
  skip: false,
  isRecorded: true,
  make: Effect.fnUntraced(function* (statements) {
    const dataDir = yield* temporaryFolder
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

const serverUrl = inject("postgresUrl")

const postgres: Storage = {
  name: "PostgreSQL",
  skip: serverUrl === undefined,
  isRecorded: false,
  make: Effect.fnUntraced(function* (statements) {
    const url = yield* freshDatabase(serverUrl ?? "", "template1")
    yield* load(url, statements)
    return { dataDir: yield* temporaryFolder, env: { DATABASE_URL: Redacted.value(url) } }
  })
}

export const storages: ReadonlyArray<Storage> = [embedded, postgres]
