/** The key of ID tokens, made once for a database and sealed in it, so that all processes share it. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { generateKeyPair } from "node:crypto"
import { promisify } from "node:util"
import type { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"

const name = "signing"
const modulusLength = 2_048
const generate = promisify(generateKeyPair)

const Text = Schema.NonEmptyString
const Jwk = Schema.Struct({
  kty: Schema.Literal("RSA"),
  n: Text,
  e: Text,
  d: Text,
  p: Text,
  q: Text,
  dp: Text,
  dq: Text,
  qi: Text
})
const JwkJson = Schema.fromJsonString(Jwk)

const find = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, secrets: Secrets["Service"]) {
  const [row] = yield* sql<{ readonly sealed: Uint8Array }>`SELECT sealed FROM oauth_keys WHERE name = ${name}`
  if (row === undefined) return undefined
  return yield* Schema.decodeEffect(JwkJson)(yield* secrets.open(row.sealed))
})

export const signingKey = Effect.fn("signingKey")(function* (sql: SqlClient.SqlClient, secrets: Secrets["Service"]) {
  const known = yield* find(sql, secrets)
  if (known !== undefined) return known
  const { privateKey } = yield* Effect.promise(() => generate("rsa", { modulusLength }))
  const sealed = secrets.seal(JSON.stringify(privateKey.export({ format: "jwk" })))
  yield* sql`
    INSERT INTO oauth_keys (name, sealed, created_at) VALUES (${name}, ${sealed}, ${yield* now})
    ON CONFLICT (name) DO NOTHING`
  // Another process may have been first.
  const made = yield* find(sql, secrets)
  return made ?? (yield* Effect.die(new Error("The signing key cannot be read back.")))
})
