/** Who calls: an API key or an OAuth access token, in the header `Authorization` and nowhere else. */
import type { Caller } from "@heddle/api"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { AccessTokens } from "../../accounts/oauth/AccessTokens.ts"
import { keyInAddress } from "../http/SeenCredentials.ts"

const keyPrefix = "hdl_"

export type Identified =
  | { readonly _tag: "Known"; readonly caller: Caller["Service"] }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Invalid" }

const invalid: Identified = { _tag: "Invalid" }

const bearerOf = (authorization: string | undefined): string | undefined =>
  /^bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1]

export const makeIdentify = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const tokens = yield* AccessTokens

  const byKey = (key: string) =>
    Effect.map(
      keys.identify(key),
      Option.match({
        onNone: () => invalid,
        onSome: (identity): Identified => ({
          _tag: "Known",
          caller: { ...identity, application: null, apiTypePrefix: "mcp:" }
        })
      })
    )

  const byToken = (token: string) =>
    Effect.map(
      tokens.identify(token),
      Option.match({
        onNone: () => invalid,
        onSome: ({ accountId, application }): Identified => ({
          _tag: "Known",
          caller: { accountId, keyId: null, application, apiTypePrefix: "mcp:" }
        })
      })
    )

  /** A key may have been revoked since; metering checks it in the statement it needs anyway. */
  return ({ headers, url }: HttpServerRequest.HttpServerRequest): Effect.Effect<Identified> => {
    if (keyInAddress(url) !== undefined) return Effect.succeed(invalid)
    const credential = bearerOf(headers["authorization"])
    if (credential === undefined) {
      return Effect.succeed(headers["authorization"] === undefined ? { _tag: "Missing" } : invalid)
    }
    return credential.startsWith(keyPrefix) ? byKey(credential) : byToken(credential)
  }
})
