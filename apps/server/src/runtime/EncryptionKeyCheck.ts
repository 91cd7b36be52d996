/**
 * Which encryption keys the sealed values of a database need. A process writes the id of its first key down before it
 * seals anything, and starts only with all keys that are written down: it fails at its start rather than at the first
 * secret it cannot open. `KeyRotation.ts` deletes the ids that nothing needs any more. Table: `encryption_keys`.
 */
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ProcessLease } from "./ProcessLease.ts"
import { Secrets } from "./Secrets.ts"

class WrongEncryptionKey extends Schema.TaggedError<WrongEncryptionKey>()("WrongEncryptionKey", {}) {
  override readonly message =
    "This database contains secrets that were encrypted with a key that this process does not have. Add it to HEDDLE_ENCRYPTION_KEYS " +
    "(see encryption.key in the data folder of the server that used the database first, and the settings of the other servers). " +
    "Servers that share a database must share their keys. A key can be removed after heddle rotate-encryption-key has said so."
}

class UnsharedEncryptionKey extends Schema.TaggedError<UnsharedEncryptionKey>()("UnsharedEncryptionKey", {}) {
  override readonly message =
    "The first of the encryption keys is new, and other running processes do not have it: they could not open what this one encrypts. " +
    "First add it as the last one of HEDDLE_ENCRYPTION_KEYS of every process and restart them all; then make it the first one."
}

/** One after the other, within a transaction: who starts, and who deletes an id. */
export const lockKeys = (sql: SqlClient.SqlClient) => sql`LOCK TABLE encryption_keys IN SHARE ROW EXCLUSIVE MODE`

/** A lease that nobody renews ends within seconds. */
export const isLive = (sql: SqlClient.SqlClient) => sql`alive_until > clock_timestamp()`

export const EncryptionKeyCheck = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lease = yield* ProcessLease
    const { keyIds } = yield* Secrets
    const [first] = keyIds
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* lockKeys(sql)
        const needed = yield* sql<{ id: string }>`SELECT id FROM encryption_keys`
        if (needed.some(({ id }) => !keyIds.includes(id))) return yield* new WrongEncryptionKey()
        // Whoever has the lock later knows of this process.
        yield* lease.announceKeys(keyIds)
        if (needed.some(({ id }) => id === first)) return
        const lacking = yield* sql`
          SELECT 1 FROM processes
          WHERE ${isLive(sql)} AND encryption_keys <> '{}' AND ${first} <> ALL (encryption_keys) LIMIT 1`
        if (lacking.length > 0) return yield* new UnsharedEncryptionKey()
        yield* sql`INSERT INTO encryption_keys (id) VALUES (${first})`
      })
    )
  })
)
