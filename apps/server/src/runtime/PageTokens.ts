/** Tokens that continue a list: made by this service, for the parameters of their first page, within a day of it. */
import { invalidParameter, type InvalidParameter } from "@heddle/api"
import { Effect, Option, Schema } from "effect"
import { contentOfToken, isParametersMac, type Secrets } from "./Secrets.ts"
import { dayMillis } from "./Time.ts"

interface PageToken<A> {
  /** Of the JSON in the token. `q` is the MAC of the parameters, `at` the time of the first page in Unix milliseconds. */
  readonly payload: Schema.ConstraintDecoder<A>
  /** The parameter that takes it, the field that gives it, and what it is bound to, for messages. */
  readonly path: string
  readonly givenAs: string
  readonly bound: "parameters" | "filters"
}

export const decodePageToken = <A extends { readonly q: string; readonly at: number }>(
  { payload, path, givenAs, bound }: PageToken<A>,
  secrets: Secrets["Service"],
  parameters: object,
  token: string,
  time: Date
): Effect.Effect<A, InvalidParameter> => {
  const invalid = (message: string) => Effect.fail(invalidParameter({ path, message }))
  const content = contentOfToken(secrets, token)
  if (content === undefined) return invalid(`is not a valid ${path}; use the ${givenAs} of the previous page`)
  const decoded = Option.getOrUndefined(Schema.decodeUnknownOption(payload)(content))
  if (decoded === undefined) return invalid("was issued by another release of this server; start again without it")
  if (!isParametersMac(secrets, parameters, decoded.q)) {
    return invalid(`was issued for other ${bound}; use the same ones as for the first page`)
  }
  if (decoded.at + dayMillis < time.getTime()) return invalid("is older than 24 hours; start again without it")
  return Effect.succeed(decoded)
}
