/**
 * One-time codes of an authenticator app, asked for after the password. Owns `user_one_time_codes` and
 * `user_backup_codes`. better-auth's plugin keeps backup codes in a form that can be read again and takes the same code
 * twice, so this is our own over its users: a secret is sealed, backup codes are keyed digests, no code counts twice.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { atomically } from "../../database/client/Atomically.ts"
import { arrayOf } from "../../database/client/Recordset.ts"
import { Digests } from "../../runtime/Digests.ts"
import type { UserId } from "../../runtime/Ids.ts"
import type { SealedColumn } from "../../runtime/KeyRotation.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import { audit } from "../audit/AuditLog.ts"
import { base32, otpauthUri, secretBytes, stepOf } from "./Totp.ts"

const backupCodes = 10
/** 50 bits each. */
const backupCodeBytes = 10

/** Not a code of this moment, or one that was used already. */
export class WrongCode extends Schema.TaggedError<WrongCode>()("WrongCode", {}) {
  override readonly message =
    "This code is wrong, expired or already used. Enter the code that your app shows now, or wait for the next one."
}
/** Nothing was started that a code could confirm. */
export class NotStarted extends Schema.TaggedError<NotStarted>()("NotStarted", {}) {
  override readonly message = "There is nothing to confirm. Start again."
}
/** They are asked for already. */
export class AlreadyOn extends Schema.TaggedError<AlreadyOn>()("AlreadyOn", {}) {
  override readonly message = "One-time codes are already on. Turn them off before you set up another app."
}

interface CodeHolder {
  readonly userId: UserId
  readonly accountId: AccountId
  readonly email: string
}

export interface StartedCodes {
  readonly uri: string
  /** Shown once. Each stands in for one code of the app. */
  readonly backupCodes: ReadonlyArray<string>
}

export const sealedOneTimeCodes: SealedColumn = { table: "user_one_time_codes", column: "sealed_secret" }

export class OneTimeCodes extends Context.Service<
  OneTimeCodes,
  {
    isOn(userId: UserId): Effect.Effect<boolean>
    /** A new secret, which counts once a code of it is seen. */
    start(person: CodeHolder): Effect.Effect<StartedCodes, AlreadyOn>
    confirm(person: CodeHolder, code: string): Effect.Effect<void, WrongCode | NotStarted>
    stop(person: CodeHolder): Effect.Effect<void>
    /** Uses up a code of the app or a backup code, in the caller's transaction if there is one. */
    use(userId: UserId, code: string): Effect.Effect<void, WrongCode>
  }
>()("@heddle/server/accounts/codes/OneTimeCodes") {
  static readonly layer = Layer.effect(
    OneTimeCodes,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const { digest } = yield* Digests

      const digestOf = (userId: UserId, code: string) =>
        digest(["backup code", userId, code.toLowerCase().replaceAll(/[^a-z2-7]/g, "")].join("\n"))

      const isOn = Effect.fn("OneTimeCodes.isOn")(function* (userId: UserId) {
        const rows = yield* sql`
          SELECT 1 FROM user_one_time_codes WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`
        return rows.length > 0
      }, Effect.orDie)

      const start = Effect.fn("OneTimeCodes.start")(
        function* ({ userId, email }: CodeHolder) {
          const secret = randomBytes(secretBytes)
          const codes = Array.from({ length: backupCodes }, () => {
            const code = base32(randomBytes(backupCodeBytes)).slice(0, backupCodeBytes).toLowerCase()
            return `${code.slice(0, 5)}-${code.slice(5)}`
          })
          yield* sql`DELETE FROM user_one_time_codes WHERE user_id = ${userId} AND confirmed_at IS NULL`
          const inserted = yield* sql`
            INSERT INTO user_one_time_codes (user_id, sealed_secret, created_at)
            VALUES (${userId}, ${secrets.seal(secret.toString("hex"))}, ${yield* now})
            ON CONFLICT (user_id) DO NOTHING RETURNING 1`
          if (inserted.length === 0) return yield* new AlreadyOn()
          yield* sql`
            INSERT INTO user_backup_codes (user_id, digest)
            SELECT ${userId}, unnest(${arrayOf(
              "text",
              codes.map((code) => digestOf(userId, code))
            )})`
          return { uri: otpauthUri(email, secret), backupCodes: codes }
        },
        (effect) => atomically(sql, effect)
      )

      /** Takes the code of a period that is later than that of the last one. */
      const useCode = Effect.fnUntraced(function* (userId: UserId, code: string) {
        const [row] = yield* sql<{ sealedSecret: Uint8Array; lastStep: number | null }>`
          SELECT sealed_secret, last_step FROM user_one_time_codes WHERE user_id = ${userId} FOR UPDATE`
        if (row === undefined) return false
        const secret = Buffer.from(yield* secrets.open(row.sealedSecret), "hex")
        const step = stepOf(secret, code, (yield* now).getTime())
        if (step === undefined || (row.lastStep !== null && step <= row.lastStep)) return false
        yield* sql`UPDATE user_one_time_codes SET last_step = ${step} WHERE user_id = ${userId}`
        return true
      })

      const useBackupCode = (userId: UserId, code: string) =>
        Effect.map(
          sql`
            DELETE FROM user_backup_codes WHERE user_id = ${userId} AND digest = ${digestOf(userId, code)} RETURNING 1`,
          (rows) => rows.length > 0
        )

      const use = Effect.fn("OneTimeCodes.use")(
        function* (userId: UserId, given: string) {
          const code = given.replaceAll(/\s/g, "")
          const isUsed = /^\d{6}$/.test(code) ? yield* useCode(userId, code) : yield* useBackupCode(userId, code)
          if (!isUsed) return yield* new WrongCode()
        },
        (effect) => atomically(sql, effect)
      )

      const confirm = Effect.fn("OneTimeCodes.confirm")(
        function* ({ userId, accountId }: CodeHolder, code: string) {
          const [row] = yield* sql<{ confirmedAt: Date | null }>`
            SELECT confirmed_at FROM user_one_time_codes WHERE user_id = ${userId} FOR UPDATE`
          if (row === undefined || row.confirmedAt !== null) return yield* new NotStarted()
          if (!(yield* useCode(userId, code.replaceAll(/\s/g, "")))) return yield* new WrongCode()
          yield* sql`UPDATE user_one_time_codes SET confirmed_at = ${yield* now} WHERE user_id = ${userId}`
          yield* audit(sql, accountId, "one_time_codes.on")
        },
        (effect) => atomically(sql, effect)
      )

      const stop = Effect.fn("OneTimeCodes.stop")(
        function* ({ userId, accountId }: CodeHolder) {
          const stopped = yield* sql<{ confirmedAt: Date | null }>`
            DELETE FROM user_one_time_codes WHERE user_id = ${userId} RETURNING confirmed_at`
          if (stopped.some(({ confirmedAt }) => confirmedAt !== null)) {
            yield* audit(sql, accountId, "one_time_codes.off")
          }
        },
        (effect) => atomically(sql, effect)
      )

      return OneTimeCodes.of({ isOn, start, confirm, stop, use })
    })
  )
}
