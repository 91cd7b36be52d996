/**
 * Another address to sign in with, and to write to. It counts once the link in a mail to it is opened. Owns
 * `user_email_changes`.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { atomically } from "../../database/client/Atomically.ts"
import { normalEmail } from "../../runtime/EmailAddress.ts"
import type { UserId } from "../../runtime/Ids.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { actingAs, audit, person as actor } from "../audit/AuditLog.ts"
import { lockAccount } from "../customers/AccountRows.ts"
import { EmailTaken } from "../customers/Accounts.ts"
import type { SignedIn } from "./Sessions.ts"
import { SignInThrottle, type TooManyAttempts } from "./SignInThrottle.ts"
import { BadLink } from "./AuthFailures.ts"
import { makeUserMails } from "./UserMails.ts"
import { CurrentVisitor } from "./Visitor.ts"
import { discardUnverified } from "./VerifiedUsers.ts"

const tokenBytes = 32

const hashOf = (token: string) => createHash("sha256").update(token).digest()

interface ChangeRow {
  readonly userId: UserId
  readonly accountId: AccountId
  readonly before: string
  readonly email: string
}

export class EmailChange extends Context.Service<
  EmailChange,
  {
    /** Notifies both addresses. The caller learns neither whether another user has the address nor how many mails it gets. */
    request(person: SignedIn, email: string): Effect.Effect<void, TooManyAttempts>
    /** The address that waits for its link; null without one. */
    pending(userId: UserId): Effect.Effect<string | null>
    /** Returns the address that counts now. */
    confirm(token: string): Effect.Effect<string, BadLink | EmailTaken>
  }
>()("@heddle/server/accounts/users/EmailChange") {
  static readonly layer = Layer.effect(
    EmailChange,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const throttle = yield* SignInThrottle
      const mails = yield* makeUserMails

      const isTaken = (email: string, accountId: AccountId) =>
        Effect.map(
          sql`
            SELECT 1 FROM users WHERE email = ${email} AND email_verified AND account_id <> ${accountId}
            UNION ALL SELECT 1 FROM accounts WHERE lower(email) = ${email} AND id <> ${accountId}`,
          (rows) => rows.length > 0
        )

      const store = Effect.fnUntraced(
        function* ({ userId, accountId, email: before }: SignedIn, email: string, isWanted: boolean) {
          const time = yield* now
          const token = randomBytes(tokenBytes).toString("base64url")
          const columns = {
            userId,
            email,
            tokenHash: hashOf(token),
            createdAt: time,
            expiresAt: plusMillis(time, dayMillis)
          }
          yield* sql`DELETE FROM user_email_changes WHERE user_id = ${userId}`
          yield* sql`INSERT INTO user_email_changes ${sql.insert(columns)}`
          const isExisting = yield* isTaken(email, accountId)
          if (isWanted) yield* isExisting ? mails.existing(email) : mails.newAddress({ email, token })
          yield* mails.addressChangeAsked(before, email)
        },
        (effect) => atomically(sql, effect)
      )

      const request = Effect.fn("EmailChange.request")(function* (person: SignedIn, wanted: string) {
        const email = normalEmail(wanted)
        yield* throttle.take("change", null, person.userId)
        if (email === person.email) return
        const isWanted = yield* Effect.isSuccess(throttle.take("mail", yield* CurrentVisitor, email))
        yield* store(person, email, isWanted)
      })

      const pending = Effect.fn("EmailChange.pending")(function* (userId: UserId) {
        const [row] = yield* sql<{ email: string }>`
          SELECT email FROM user_email_changes WHERE user_id = ${userId} AND expires_at > ${yield* now}`
        return row?.email ?? null
      }, Effect.orDie)

      const apply = Effect.fnUntraced(
        function* ({ userId, accountId, before, email }: ChangeRow) {
          yield* Effect.catchTag(lockAccount(sql, accountId), "UnknownAccount", Effect.die)
          if (yield* isTaken(email, accountId)) return yield* new EmailTaken({ email })
          yield* discardUnverified(sql, email)
          yield* sql`UPDATE users SET email = ${email}, updated_at = ${yield* now} WHERE id = ${userId}`
          yield* sql`UPDATE accounts SET email = ${email} WHERE id = ${accountId}`
          // Links that were sent to the former address.
          yield* sql`DELETE FROM user_verifications WHERE value = ${userId}`
          yield* audit(sql, accountId, "email.changed", { details: { from: before, to: email } })
          yield* mails.addressChanged(before, email)
        },
        (effect, { email }) =>
          Effect.catchReason(effect, "SqlError", "UniqueViolation", () => Effect.fail(new EmailTaken({ email })))
      )

      const confirm = Effect.fn("EmailChange.confirm")(
        function* (token: string) {
          const [row] = yield* sql<ChangeRow>`
            WITH used AS (
              DELETE FROM user_email_changes WHERE token_hash = ${hashOf(token)} AND expires_at > ${yield* now}
              RETURNING user_id, email
            )
            SELECT used.user_id, used.email, u.account_id, u.email AS before FROM used JOIN users u ON u.id = used.user_id`
          if (row === undefined) return yield* new BadLink()
          yield* actingAs(actor(row.before))(apply(row))
          return row.email
        },
        // Somebody got the address after we looked: the second look finds who has proven it, and discards who has not.
        (effect) => Effect.retry(atomically(sql, effect), { times: 1, while: ({ _tag }) => _tag === "EmailTaken" })
      )

      return EmailChange.of({ request, pending, confirm })
    })
  )
}
