/** Who is calling, for REST: an API key in `Authorization: Bearer`; and whether the account calls too often. */
import { Authorization, Caller, InvalidApiKey, MissingApiKey } from "@heddle/api"
import { Effect, Layer, Option, Redacted } from "effect"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { RateLimiter } from "../../operations/metering/RateLimiter.ts"
import { withinRate } from "./RateLimit.ts"

export const AuthorizationLive = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const limiter = yield* RateLimiter
    return Authorization.of({
      bearer: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const key = Redacted.value(credential)
        if (key === "") {
          return yield* new MissingApiKey({
            detail: "Send an API key in the header `Authorization: Bearer <API_KEY>`."
          })
        }
        const holder = yield* keys.authenticate(key)
        if (Option.isNone(holder)) {
          return yield* new InvalidApiKey({ detail: "The API key is not valid; check it, or make a new one." })
        }
        const { accountId, keyId, keyName, plan } = holder.value
        yield* withinRate(limiter, accountId)
        return yield* Effect.provideService(httpEffect, Caller, {
          accountId,
          keyId,
          plan: plan === null ? null : plan.name,
          source: keyName,
          apiTypePrefix: ""
        })
      })
    })
  })
)
