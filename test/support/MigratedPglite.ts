import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { migrate } from "../../apps/server/src/database/Database.ts"
import * as PgliteClient from "../../apps/server/src/database/pglite/PgliteClient.ts"
import { cacheFolder } from "./RunCache.ts"

const root = join(import.meta.dirname, "../..")

export interface MigratedPglite {
  /** A dump for databases in memory, which would otherwise take several seconds to start. */
  readonly dump: string
  /** A folder to copy, for servers with a data folder. */
  readonly folder: string
}

/** A migrated PGlite database, cached between runs until the migrations, the functions or PGlite change. */
export const makeMigratedPglite: Effect.Effect<MigratedPglite> = Effect.gen(function* () {
  const made = join(cacheFolder, `pglite-${key()}`)
  const inside = (parent: string) => ({ dump: join(parent, "dump.tar"), folder: join(parent, "database") })
  if (existsSync(made)) return inside(made)
  // Concurrent runs may build it, and none may use an unfinished one.
  const unfinished = `${made}.${process.pid}`
  const { dump, folder } = inside(unfinished)
  mkdirSync(unfinished, { recursive: true })
  yield* Effect.provide(migrate, PgliteClient.layer({ folder }))
  writeFileSync(dump, yield* Effect.scoped(dumpOf(folder)))
  if (existsSync(made)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, made)
  return inside(made)
}).pipe(Effect.orDie)

/** Only PGlite itself can dump a database, after the server has closed it. Uncompressed, because every file reads it. */
const dumpOf = (folder: string) =>
  Effect.gen(function* () {
    const db = yield* Effect.acquireRelease(
      Effect.promise(() => PGlite.create({ dataDir: folder })),
      (db) => Effect.promise(() => db.close())
    )
    return yield* Effect.promise(async () => new Uint8Array(await (await db.dumpDataDir("none")).arrayBuffer()))
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
