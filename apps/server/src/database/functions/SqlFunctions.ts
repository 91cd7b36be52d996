/**
 * The functions of the database, one per `.sql` file of this folder. Every start creates missing functions and replaces
 * those whose file has changed; `sql_functions` stores each file's checksum and version.
 *
 * Processes of two releases can share a database during an upgrade. Versions therefore only rise, and a process with a
 * lower version than the database does not start: replacing the function would break the newer processes, and calling
 * the newer function would rely on code this release does not know.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { DatabaseUnavailable } from "../client/DatabaseInfo.ts"

export interface SqlFunction {
  readonly name: string
  /** From the header `-- version: 2`. A version never has two texts. */
  readonly version: number
  readonly checksum: string
  /** From headers such as `-- drop: name(text, json)`: what `CREATE OR REPLACE` cannot replace or would leave behind. */
  readonly drops: ReadonlyArray<string>
  readonly text: string
}

interface InstalledFunction {
  readonly name: string
  readonly version: number
  readonly checksum: string
}

export const sqlFunctionOf = (name: string, file: string): SqlFunction => {
  // A checkout that converted line endings must have the same checksum.
  const text = file.replaceAll("\r\n", "\n")
  const version = Number(/^-- version: (\d+)$/m.exec(text)?.[1])
  if (!(version >= 1)) throw new Error(`${name}.sql has no header "-- version: 1"`)
  return {
    name,
    version,
    checksum: createHash("sha256").update(text).digest("hex"),
    drops: [...text.matchAll(/^-- drop: (.+)$/gm)].map(([, signature = ""]) => signature),
    text
  }
}

/** The functions of this release. */
export const sqlFunctions = Effect.sync((): ReadonlyArray<SqlFunction> => {
  const folder = fileURLToPath(new URL(".", import.meta.url))
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .map((file) => sqlFunctionOf(file.slice(0, -".sql".length), readFileSync(`${folder}${file}`, "utf8")))
})

const newerDatabase = (newer: ReadonlyArray<SqlFunction>, installed: ReadonlyMap<string, InstalledFunction>) =>
  new DatabaseUnavailable({
    what: "A newer release of Heddle has used this database.",
    details: newer
      .map(
        ({ name, version }) =>
          `Its function ${name} has version ${installed.get(name)?.version}, this release has version ${version}.`
      )
      .join(" "),
    solution: "Start the newer release, or restore a backup that was made before the upgrade."
  })

/** Installs what differs in one transaction; returns the names. Safe to run in several processes at once. */
export const installFunctions = Effect.fn("installFunctions")(function* (functions: ReadonlyArray<SqlFunction>) {
  const sql = yield* SqlClient.SqlClient

  const install = Effect.fnUntraced(function* ({ name, version, checksum, drops, text }: SqlFunction) {
    for (const signature of drops) yield* sql.unsafe(`DROP FUNCTION IF EXISTS ${signature}`)
    yield* sql.unsafe(text)
    yield* sql`
      INSERT INTO sql_functions (name, version, checksum) VALUES (${name}, ${version}, ${checksum})
      ON CONFLICT (name) DO UPDATE SET version = excluded.version, checksum = excluded.checksum, installed_at = now()`
    return name
  })

  const changed = Effect.gen(function* () {
    const rows = yield* sql<InstalledFunction>`SELECT name, version, checksum FROM sql_functions`
    const installed = new Map(rows.map((row) => [row.name, row]))
    const newer = functions.filter(({ name, version }) => version < (installed.get(name)?.version ?? 0))
    if (newer.length > 0) return yield* newerDatabase(newer, installed)
    return functions.filter(({ name, checksum }) => installed.get(name)?.checksum !== checksum)
  })

  if ((yield* changed).length === 0) return []
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // Blocks other starts but, unlike the migrator's lock, not a backup that reads the table.
      yield* sql`LOCK TABLE sql_functions IN SHARE ROW EXCLUSIVE MODE`
      return yield* Effect.forEach(yield* changed, install)
    })
  )
})
