/**
 * Links that open the portal signed in, once, within a day: for the demo, and for an account holder whom the operator
 * helps. Only a hash of the token is stored; a new password ends the links like everything that waits for a person.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { atomically } from "../../database/client/Atomically.ts"
import { newId, type UserId } from "../../runtime/Ids.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { Sessions, type SetCookies } from "./Sessions.ts"
import type { Visitor } from "./Visitor.ts"
import { BadLink } from "./AuthFailures.ts"

const tokenBytes = 32

/** Below it follows the token. */
export const portalLinkPath = "/portal/open"

const identifierOf = (token: string) => `portal link ${createHash("sha256").update(token).digest("base64url")}`

export interface PortalLink {
  readonly token: string
  readonly url: string
  readonly expiresAt: Date
}

export class PortalLinks extends Context.Service<
  PortalLinks,
  {
    /** A link for the user of an account; none when the account has no user. `baseUrl` is where the server is reached. */
    issue(accountId: AccountId, baseUrl?: string): Effect.Effect<Option.Option<PortalLink>>
    /** Whose link this is, without using it. */
    holderOf(token: string): Effect.Effect<Option.Option<{ readonly email: string }>>
    /** Signs its holder in. */
    use(token: string, visitor: Visitor): Effect.Effect<SetCookies, BadLink>
  }
>()("@heddle/server/accounts/users/PortalLinks") {
  static readonly layer = Layer.effect(
    PortalLinks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = yield* Sessions
      const ownUrl = publicUrl(yield* Settings)

      const issue = Effect.fn("PortalLinks.issue")(function* (accountId: AccountId, baseUrl: string = ownUrl) {
        const [user] = yield* sql<{ id: UserId }>`SELECT id FROM users WHERE account_id = ${accountId}`
        if (user === undefined) return Option.none<PortalLink>()
        const token = randomBytes(tokenBytes).toString("base64url")
        const time = yield* now
        const expiresAt = plusMillis(time, dayMillis)
        const row = {
          id: yield* newId("ver"),
          identifier: identifierOf(token),
          value: user.id,
          expiresAt,
          createdAt: time,
          updatedAt: time
        }
        yield* sql`INSERT INTO user_verifications ${sql.insert(row)}`
        return Option.some({ token, url: `${baseUrl}${portalLinkPath}/${token}`, expiresAt })
      }, Effect.orDie)

      const holderOf = Effect.fn("PortalLinks.holderOf")(function* (token: string) {
        const [row] = yield* sql<{ email: string }>`
          SELECT u.email FROM user_verifications v JOIN users u ON u.id = v.value
          WHERE v.identifier = ${identifierOf(token)} AND v.expires_at > ${yield* now}`
        return Option.fromNullishOr(row)
      }, Effect.orDie)

      const use = Effect.fn("PortalLinks.use")(
        function* (token: string, visitor: Visitor) {
          const [row] = yield* sql<{ userId: UserId }>`
            DELETE FROM user_verifications WHERE identifier = ${identifierOf(token)} AND expires_at > ${yield* now}
            RETURNING value AS user_id`
          return row === undefined ? yield* new BadLink() : yield* sessions.begin(row.userId, visitor)
        },
        // Not to be interrupted, because better-auth would continue to send statements after its end.
        (effect) => Effect.uninterruptible(atomically(sql, effect))
      )

      return PortalLinks.of({ issue, holderOf, use })
    })
  )
}
