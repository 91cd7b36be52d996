/**
 * Cursors of the delivery log: opaque, authenticated, valid for a day, and bound to the account and the filters. Ids
 * never change, so the id of the last attempt looked at is all that the next page needs.
 */
import { type AccountId, type DeliveryFilter, DeliveryId, invalidParameter, type InvalidParameter } from "@heddle/api"
import { Effect, Option, Schema } from "effect"
import type { Secrets } from "../../runtime/Secrets.ts"
import { contentOfToken, parametersMac, signedToken } from "../../runtime/SignedToken.ts"
import { dayMillis } from "../../runtime/Time.ts"

/** Increase it when the meaning of a field changes, so that cursors of older releases are rejected. */
const version = 1

const Payload = Schema.fromJsonString(
  Schema.Struct({
    v: Schema.Literal(version),
    /** MAC of the account and the filters. */
    q: Schema.String,
    /** When the first page was read, in Unix milliseconds. */
    at: Schema.Int,
    /** The next page has smaller ids only. */
    before: DeliveryId
  })
)

export interface Position {
  readonly at: number
  readonly before: DeliveryId
}

export const encodeCursor = (
  secrets: Secrets["Service"],
  accountId: AccountId,
  filter: DeliveryFilter,
  position: Position
): string =>
  signedToken(
    secrets,
    Schema.encodeSync(Payload)({ v: version, q: parametersMac(secrets, { ...filter, accountId }), ...position })
  )

export const decodeCursor = (
  secrets: Secrets["Service"],
  accountId: AccountId,
  filter: DeliveryFilter,
  token: string,
  time: Date
): Effect.Effect<Position, InvalidParameter> => {
  const invalidCursor = (message: string) => Effect.fail(invalidParameter({ path: "cursor", message }))
  const content = contentOfToken(secrets, token)
  if (content === undefined) return invalidCursor("is not a valid cursor; use the next_cursor of the previous page")
  const payload = Option.getOrUndefined(Schema.decodeUnknownOption(Payload)(content))
  if (payload === undefined)
    return invalidCursor("was issued by another release of this server; start again without it")
  if (payload.q !== parametersMac(secrets, { ...filter, accountId })) {
    return invalidCursor("was issued for other parameters; use the same ones as for the first page")
  }
  if (payload.at + dayMillis < time.getTime()) return invalidCursor("is older than 24 hours; start again without it")
  return Effect.succeed(payload)
}
