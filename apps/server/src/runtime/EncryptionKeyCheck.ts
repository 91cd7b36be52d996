/**
 * A database belongs to one encryption key. The first server stores the key's digest; a later one with another key fails
 * at its start rather than at the first secret it cannot open.
 */
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Secrets } from "./Secrets.ts"

const factName = "encryption_key_digest"

export class WrongEncryptionKey extends Schema.TaggedError<WrongEncryptionKey>()("WrongEncryptionKey", {}) {
  override readonly message =
    "This database contains secrets that were encrypted with another key. Set HEDDLE_ENCRYPTION_KEY to that key " +
    "(see encryption.key in the data folder of the server that used the database first). Servers that share a database must share the key."
}

export const EncryptionKeyCheck = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const secrets = yield* Secrets
    const digest = secrets.mac(factName)
    yield* sql`INSERT INTO service_facts (name, value) VALUES (${factName}, ${digest}) ON CONFLICT (name) DO NOTHING`
    const rows = yield* sql<{ value: string }>`SELECT value FROM service_facts WHERE name = ${factName}`
    if (rows[0]?.value !== digest) return yield* new WrongEncryptionKey()
  })
)
