/** What a browser keeps between the password and the one-time code: a ticket of ten minutes, of which only a hash is stored. */
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { newId, type UserId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"

const ticketBytes = 32
const ticketMillis = 600_000

const identifierOf = (ticket: string) => `second step ${createHash("sha256").update(ticket).digest("base64url")}`

export interface TicketHolder {
  readonly userId: UserId
  readonly email: string
}

export const makeSecondStep = (sql: SqlClient.SqlClient) => {
  /** A new password ends it, like everything that waits for a person. */
  const issue = Effect.fnUntraced(function* (userId: UserId) {
    const ticket = randomBytes(ticketBytes).toString("base64url")
    const time = yield* now
    const row = {
      id: yield* newId("ver"),
      identifier: identifierOf(ticket),
      value: userId,
      expiresAt: plusMillis(time, ticketMillis),
      createdAt: time,
      updatedAt: time
    }
    yield* sql`INSERT INTO user_verifications ${sql.insert(row)}`
    return ticket
  })

  const holderOf = Effect.fnUntraced(function* (ticket: string) {
    const [row] = yield* sql<TicketHolder>`
      SELECT u.id AS user_id, u.email FROM user_verifications v JOIN users u ON u.id = v.value
      WHERE v.identifier = ${identifierOf(ticket)} AND v.expires_at > ${yield* now}`
    return Option.fromNullishOr(row)
  })

  /** Returns false when another request was faster. */
  const redeem = (ticket: string) =>
    Effect.map(
      sql`DELETE FROM user_verifications WHERE identifier = ${identifierOf(ticket)} RETURNING 1`,
      (rows) => rows.length > 0
    )

  return { issue, holderOf, redeem }
}
