/**
 * Secrets at rest: AES-256-GCM with a key stored outside the database, so that a backup alone reveals nothing. The key is
 * `HEDDLE_ENCRYPTION_KEY` (32 bytes in base64), or is generated once and stored in the data folder.
 */
import { Context, Effect, FileSystem, Layer, Option, Path, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { Settings } from "./Settings.ts"

const algorithm = "aes-256-gcm"
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

export class BadEncryptionKey extends Schema.TaggedError<BadEncryptionKey>()("BadEncryptionKey", {
  from: Schema.String
}) {
  override readonly message = `${this.from} must contain ${keyBytes} bytes in base64. Create one with: openssl rand -base64 ${keyBytes}`
}

export class Secrets extends Context.Service<
  Secrets,
  {
    seal(plain: string): Uint8Array
    /** Dies when it was sealed with another key. */
    open(sealed: Uint8Array): Effect.Effect<string>
    /** A keyed digest (22 characters of base64url), for values that only this service may issue, such as cursors. */
    mac(text: string): string
    /** A key for this purpose alone (43 characters of base64url): it tells nothing about the key it is derived from. */
    keyFor(purpose: string): string
  }
>()("@heddle/server/runtime/Secrets") {
  static readonly layerFromKey = (key: Uint8Array) =>
    Layer.succeed(
      Secrets,
      Secrets.of({
        seal: (plain) => {
          const nonce = randomBytes(nonceBytes)
          const cipher = createCipheriv(algorithm, key, nonce)
          return Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()])
        },
        open: (sealed) =>
          Effect.try(() => {
            const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
            decipher.setAuthTag(sealed.subarray(-tagBytes))
            const body = sealed.subarray(nonceBytes, -tagBytes)
            return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8")
          }).pipe(
            Effect.mapError(
              (cause) =>
                new Error(
                  "A stored secret cannot be decrypted. Check that HEDDLE_ENCRYPTION_KEY is the key it was encrypted with.",
                  {
                    cause
                  }
                )
            ),
            Effect.orDie
          ),
        mac: (text) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 22),
        keyFor: (purpose) =>
          Buffer.from(hkdfSync("sha256", key, "", `heddle:${purpose}`, keyBytes)).toString("base64url")
      })
    )

  static readonly layer = Layer.unwrap(
    Effect.gen(function* () {
      const { encryptionKey, dataDir } = yield* Settings
      const key = Option.isSome(encryptionKey)
        ? yield* decodeKey(Redacted.value(encryptionKey.value), "HEDDLE_ENCRYPTION_KEY")
        : yield* keyOf(dataDir)
      return Secrets.layerFromKey(key)
    })
  ).pipe(Layer.provide(Settings.layer))
}

const decodeKey = (text: string, from: string) => {
  const key = Buffer.from(text.trim(), "base64")
  return key.length === keyBytes ? Effect.succeed(key) : Effect.fail(new BadEncryptionKey({ from }))
}

const keyOf = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = path.join(dataDir, "encryption.key")
  if (yield* fs.exists(file)) return yield* decodeKey(yield* fs.readFileString(file), file)
  yield* fs.makeDirectory(dataDir, { recursive: true })
  const key = randomBytes(keyBytes)
  // Written under another name and renamed, so that a crash leaves no partial key.
  const draft = `${file}.${process.pid}`
  yield* fs.writeFileString(draft, `${key.toString("base64")}\n`, { mode: 0o600 })
  yield* fs.rename(draft, file)
  return key
})

/** Opaque tokens that callers send back, such as cursors. Authenticated by a MAC, so that nobody can make one. */
export const signedToken = (secrets: Secrets["Service"], content: string): string => {
  const text = Buffer.from(content).toString("base64url")
  return `${text}.${secrets.mac(text)}`
}

/** Undefined for texts that this service did not make. */
export const contentOfToken = (secrets: Secrets["Service"], token: string): string | undefined => {
  const [text = "", mac = "", ...rest] = token.split(".")
  return secrets.mac(text) !== mac || rest.length > 0 ? undefined : Buffer.from(text, "base64url").toString("utf8")
}

/** The same for the same parameters in any order. */
export const parametersMac = (secrets: Secrets["Service"], parameters: object): string =>
  secrets.mac(JSON.stringify(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))))

/**
 * A database belongs to one encryption key. The first server stores the key's digest; a later one with another key fails
 * at its start rather than at the first secret it cannot open.
 */
const factName = "encryption_key_digest"

class WrongEncryptionKey extends Schema.TaggedError<WrongEncryptionKey>()("WrongEncryptionKey", {}) {
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
