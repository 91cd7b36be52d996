/**
 * Search cursors (decisions, "Cursor"): opaque, authenticated by a MAC, and bound to the filters, the sort and the time of
 * the first page. They are not bound to an account, because every account gets the same results.
 */
import { invalidParameter, type InvalidParameter } from "@heddle/api"
import { Effect, Option, Schema } from "effect"
import { plusMillis } from "../../runtime/Time.ts"
import { contentOfToken, parametersMac, type Secrets, signedToken } from "../../runtime/Secrets.ts"

const validMillis = 24 * 60 * 60 * 1000

/** Increase it when the meaning of `after` changes, so that cursors of older releases are rejected. */
const version = 2

const Payload = Schema.fromJsonString(
  Schema.Struct({
    v: Schema.Literal(version),
    /** MAC of the parameters without `cursor`. */
    q: Schema.String,
    /** Time of the first page, in Unix milliseconds. */
    at: Schema.Int,
    /** Sort value and code of the last row of the page before. */
    after: Schema.Tuple([Schema.Int, Schema.String])
  })
)
export interface CursorPosition {
  readonly at: Date
  readonly after: readonly [number, string]
}

export const encodeCursor = (secrets: Secrets["Service"], parameters: object, { at, after }: CursorPosition): string =>
  signedToken(
    secrets,
    Schema.encodeSync(Payload)({ v: version, q: parametersMac(secrets, parameters), at: at.getTime(), after })
  )

export const decodeCursor = (
  secrets: Secrets["Service"],
  parameters: object,
  cursor: string,
  time: Date
): Effect.Effect<CursorPosition, InvalidParameter> => {
  const invalidCursor = (message: string) => Effect.fail(invalidParameter({ path: "cursor", message }))
  const content = contentOfToken(secrets, cursor)
  if (content === undefined) return invalidCursor("is not a valid cursor; use the next_cursor of the previous page")
  const payload = Option.getOrUndefined(Schema.decodeUnknownOption(Payload)(content))
  if (payload === undefined)
    return invalidCursor("was issued by another release of this server; start again without it")
  if (payload.q !== parametersMac(secrets, parameters)) {
    return invalidCursor("was issued for other parameters; use the same ones as for the first page")
  }
  if (plusMillis(new Date(payload.at), validMillis) < time)
    return invalidCursor("is older than 24 hours; start again without it")
  return Effect.succeed({ at: new Date(payload.at), after: payload.after })
}
