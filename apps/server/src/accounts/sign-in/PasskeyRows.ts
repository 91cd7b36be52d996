/** The statements on `user_passkeys`, and the challenges that wait for an answer. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { newId, type UserId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"

const challengeMillis = 300_000

const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const
export const Transports = Schema.Array(Schema.Literals(transports))

export interface PasskeyRow {
  readonly id: string
  readonly userId: UserId
  readonly name: string
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: typeof Transports.Type
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export type NewPasskey = Pick<PasskeyRow, "userId" | "name" | "credentialId" | "publicKey" | "counter" | "transports">

export const makePasskeyRows = (sql: SqlClient.SqlClient) => {
  const of = (userId: UserId) => sql<PasskeyRow>`SELECT * FROM user_passkeys WHERE user_id = ${userId} ORDER BY id`

  const withCredential = (credentialId: string) =>
    Effect.map(sql<PasskeyRow>`SELECT * FROM user_passkeys WHERE credential_id = ${credentialId} FOR UPDATE`, ([row]) =>
      Option.fromNullishOr(row)
    )

  const insert = Effect.fnUntraced(function* (passkey: NewPasskey) {
    const id = yield* newId("pass")
    const { userId, name, credentialId, publicKey, counter } = passkey
    yield* sql`
      INSERT INTO user_passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
      VALUES (${id}, ${userId}, ${name}, ${credentialId}, ${publicKey}, ${counter},
        ${JSON.stringify(passkey.transports)}::jsonb, ${yield* now})`
    return id
  })

  const used = (id: string, counter: number, time: Date) =>
    sql`UPDATE user_passkeys SET counter = ${counter}, last_used_at = ${time} WHERE id = ${id}`

  const remove = (userId: UserId, id: string) =>
    Effect.map(
      sql<{ readonly name: string }>`
        DELETE FROM user_passkeys WHERE user_id = ${userId} AND id = ${id} RETURNING name`,
      ([row]) => row?.name
    )

  /** `holder`: whom it registers, or `sign-in`. */
  const keepChallenge = Effect.fnUntraced(function* (challenge: string, holder: string) {
    const time = yield* now
    const row = {
      id: yield* newId("ver"),
      identifier: `passkey ${challenge}`,
      value: holder,
      expiresAt: plusMillis(time, challengeMillis),
      createdAt: time,
      updatedAt: time
    }
    yield* sql`INSERT INTO user_verifications ${sql.insert(row)}`
  })

  /** Each is answered once. */
  const takeChallenge = Effect.fnUntraced(function* (challenge: string, holder: string) {
    const rows = yield* sql`
      DELETE FROM user_verifications
      WHERE identifier = ${`passkey ${challenge}`} AND value = ${holder} AND expires_at > ${yield* now} RETURNING 1`
    return rows.length > 0
  })

  return { of, withCredential, insert, used, remove, keepChallenge, takeChallenge }
}

/** What browsers answer to a challenge, as far as it is read before the library checks it. */
const Base64Url = Schema.String.check(Schema.isPattern(/^[\w-]{1,20000}$/))

const common = {
  id: Base64Url,
  rawId: Base64Url,
  type: Schema.Literal("public-key"),
  clientExtensionResults: Schema.Struct({})
}

export const Registration = Schema.Struct({
  ...common,
  response: Schema.Struct({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Schema.optionalKey(Schema.mutable(Transports))
  })
})

export const Assertion = Schema.Struct({
  ...common,
  response: Schema.Struct({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Schema.optionalKey(Schema.NullOr(Base64Url))
  })
})

const ClientData = Schema.fromJsonString(Schema.Struct({ challenge: Base64Url }))

/** The challenge that was answered; the client could claim any. */
export const challengeIn = (clientDataJSON: string) =>
  Schema.decodeUnknownOption(ClientData)(Buffer.from(clientDataJSON, "base64url").toString("utf8"))
