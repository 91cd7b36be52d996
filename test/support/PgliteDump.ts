import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate } from "../../apps/server/src/database/Database.ts"
import * as PgliteClient from "../../apps/server/src/database/pglite/PgliteClient.ts"

const root = join(import.meta.dirname, "../..")
const cache = join(root, "node_modules/.cache/heddle-test")

/**
 * A dump of a migrated PGlite database: a new database takes several seconds, a copy of the dump less than one.
 * Cached between runs until the migrations, the functions or PGlite change.
 */
export const makePgliteDump: Effect.Effect<string> = Effect.gen(function* () {
  const file = join(cache, `pglite-${key()}.tar`)
  if (existsSync(file)) return file
  const dump = yield* Effect.scoped(
    Effect.gen(function* () {
      const temporary = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-dump-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      )
      const folder = join(temporary, "database")
      yield* Effect.provide(migrate, PgliteClient.layer({ folder }))
      // Only PGlite itself can dump a database, after the server has closed it.
      const db = yield* Effect.acquireRelease(
        Effect.promise(() => PGlite.create({ dataDir: folder })),
        (db) => Effect.promise(() => db.close())
      )
      // Uncompressed, because every test file reads it.
      return yield* Effect.promise(async () => new Uint8Array(await (await db.dumpDataDir("none")).arrayBuffer()))
    })
  ).pipe(Effect.orDie)
  mkdirSync(cache, { recursive: true })
  // Concurrent runs may build it, and none may read a partial file.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, dump)
  renameSync(unfinished, file)
  return file
})

const key = (): string => {
  const hash = createHash("sha256")
  const sources = globSync("apps/server/src/database/{migrations,functions}/**/*", { cwd: root })
  for (const source of sources.toSorted().filter((name) => /\.\w+$/.test(name))) {
    hash.update(source).update(readFileSync(join(root, source)))
  }
  hash.update(readFileSync(join(createRequire(import.meta.url).resolve("@electric-sql/pglite"), "../../package.json")))
  return hash.digest("hex").slice(0, 16)
}
