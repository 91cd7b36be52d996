/**
 * Cursors: opaque to callers, minted only by us (a keyed digest), bound to the filters and sort they were made for,
 * and to the time of the first page (decisions, "Cursor"); not to an account, since what they lead to is the same for all.
 */
import { invalidParameter, type InvalidParameter } from "@heddle/api"
import { Effect, Option, Schema } from "effect"
import { plusMillis } from "../../runtime/Time.ts"
import type { Secrets } from "../../runtime/Secrets.ts"

const validMillis = 24 * 60 * 60 * 1000

/** Another one whenever `after` means something else, so that no cursor of a release before leads to a wrong page. */
const version = 2

const Payload = Schema.fromJsonString(
  Schema.Struct({
    v: Schema.Literal(version),
    /** Digest of the parameters without `cursor`. */
    q: Schema.String,
    /** Time of the first page, milliseconds. */
    at: Schema.Int,
    /** Sort value and code of the last row given. */
    after: Schema.Tuple([Schema.Int, Schema.String])
  })
)
export interface Position {
  readonly at: Date
  readonly after: readonly [number, string]
}

const digest = (secrets: Secrets["Service"], parameters: object): string =>
  secrets.mac(JSON.stringify(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))))

export const encodeCursor = (secrets: Secrets["Service"], parameters: object, { at, after }: Position): string => {
  const text = Buffer.from(
    Schema.encodeSync(Payload)({ v: version, q: digest(secrets, parameters), at: at.getTime(), after })
  ).toString("base64url")
  return `${text}.${secrets.mac(text)}`
}

export const decodeCursor = (
  secrets: Secrets["Service"],
  parameters: object,
  cursor: string,
  time: Date
): Effect.Effect<Position, InvalidParameter> => {
  const refuse = (message: string) => Effect.fail(invalidParameter({ path: "cursor", message }))
  const [text = "", mac = "", ...rest] = cursor.split(".")
  if (secrets.mac(text) !== mac || rest.length > 0)
    return refuse("is not a cursor of this service; use next_cursor of the page before")
  const payload = Option.getOrUndefined(
    Schema.decodeUnknownOption(Payload)(Buffer.from(text, "base64url").toString("utf8"))
  )
  if (payload === undefined) return refuse("is of another release of this service; start again without it")
  if (payload.q !== digest(secrets, parameters)) {
    return refuse("was made for other parameters; repeat those of the first page unchanged")
  }
  if (plusMillis(new Date(payload.at), validMillis) < time)
    return refuse("is older than 24 hours; start again without it")
  return Effect.succeed({ at: new Date(payload.at), after: payload.after })
}
