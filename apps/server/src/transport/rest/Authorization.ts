/**
 * Authentication of REST calls (an API key in `Authorization: Bearer`) and the rate limit. Metering checks that the key
 * is still valid, in the statement it needs anyway. A call that fails earlier checks it here or in `InputErrors.ts`,
 * so that a revoked key reveals nothing about the API.
 */
import { Authorization, Caller, MissingApiKey } from "@heddle/api"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { invalidKey } from "../../operations/metering/Admission.ts"
import { Metering } from "../../operations/metering/Metering.ts"
import { RateLimiter } from "../../runtime/RateLimiter.ts"
import { makeNoteAccount } from "../http/AccessLog.ts"
import { enforceRateLimit } from "../http/RateLimit.ts"
import { missingKeyText } from "../http/SeenCredentials.ts"

export const AuthorizationLayer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const limiter = yield* RateLimiter
    const { checkCaller } = yield* Metering
    const noteAccount = yield* makeNoteAccount

    return Authorization.of({
      bearer: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const key = Redacted.value(credential)
        if (key === "") {
          const { headers, url } = yield* HttpServerRequest.HttpServerRequest
          return yield* new MissingApiKey({ detail: missingKeyText(headers, url) })
        }
        const identity = yield* keys.identify(key)
        if (Option.isNone(identity)) return yield* invalidKey()
        const { accountId } = identity.value
        yield* noteAccount(accountId)
        const caller = { ...identity.value, application: null, apiTypePrefix: "" } as const
        yield* Effect.tapError(enforceRateLimit(limiter, accountId), () => checkCaller(caller))
        return yield* Effect.provideService(httpEffect, Caller, caller)
      })
    })
  })
)
