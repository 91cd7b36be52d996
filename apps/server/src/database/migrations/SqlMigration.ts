/**
 * A migration that is a folder of SQL files. A table belongs to the module after which its file is named, up to the first
 * dot: `store.posts.sql` has tables of `store`.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Runs the files in this order: a table is created after those that it references. */
export const sqlMigration = Effect.fnUntraced(function* (folder: string, files: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  for (const file of files) {
    const text = readFileSync(fileURLToPath(new URL(`${folder}/${file}.sql`, import.meta.url)), "utf8")
    // The driver sends one statement at a time, and a block is one, which saves the embedded database most round trips.
    yield* sql.unsafe(`DO $migration$ BEGIN\n${text}\nEND $migration$`)
  }
})
