/**
 * Who is calling, for REST: an API key in `Authorization: Bearer`; and whether the account calls too often. Metering
 * proves that the key is in force, in the statement that it needs anyway; a call that is refused before that proves it
 * here or in `InputErrorsLive.ts`, so that a key that has ended shows nothing of the API.
 */
import { Authorization, Caller, MissingApiKey } from "@heddle/api"
import { Effect, Layer, Option, Redacted } from "effect"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { invalidKey } from "../../operations/metering/Admission.ts"
import { Metering } from "../../operations/metering/Metering.ts"
import { RateLimiter } from "../../operations/metering/RateLimiter.ts"
import { withinRate } from "./RateLimit.ts"

export const AuthorizationLive = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const limiter = yield* RateLimiter
    const { prove } = yield* Metering

    return Authorization.of({
      bearer: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const key = Redacted.value(credential)
        if (key === "") {
          return yield* new MissingApiKey({
            detail: "Send an API key in the header `Authorization: Bearer <API_KEY>`."
          })
        }
        const identity = yield* keys.identify(key)
        if (Option.isNone(identity)) return yield* invalidKey()
        const { accountId } = identity.value
        const caller = { ...identity.value, application: null, apiTypePrefix: "" } as const
        yield* Effect.tapError(withinRate(limiter, accountId), () => prove(caller))
        return yield* Effect.provideService(httpEffect, Caller, caller)
      })
    })
  })
)
