/**
 * Keys that are made once for a database and sealed in it: all processes share them, and they stay the same when the
 * encryption key changes. Table: `stored_keys`.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SealedColumn } from "./KeyRotation.ts"
import type { Secrets } from "./Secrets.ts"
import { now } from "./Time.ts"

export const sealedStoredKeys: SealedColumn = { table: "stored_keys", column: "sealed" }

export const makeStoredKeys = (sql: SqlClient.SqlClient, secrets: Secrets["Service"]) => {
  const find = Effect.fnUntraced(function* (name: string) {
    const [row] = yield* sql<{ readonly sealed: Uint8Array }>`SELECT sealed FROM stored_keys WHERE name = ${name}`
    return row === undefined ? undefined : yield* secrets.open(row.sealed)
  })

  /** The key of this name, in the form in which it was made. */
  return Effect.fn("storedKey")(function* (name: string, make: Effect.Effect<string>) {
    const known = yield* find(name)
    if (known !== undefined) return known
    const sealed = secrets.seal(yield* make)
    yield* sql`
      INSERT INTO stored_keys (name, sealed, created_at) VALUES (${name}, ${sealed}, ${yield* now})
      ON CONFLICT (name) DO NOTHING`
    // Another process may have been first.
    const made = yield* find(name)
    return made ?? (yield* Effect.die(new Error(`The key "${name}" cannot be read back.`)))
  })
}
