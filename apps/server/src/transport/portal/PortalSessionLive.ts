/**
 * Who calls: the person of the session's cookie. Also bounds how often pages may ask and how many of their calls run at
 * once, and completes every failure.
 */
import { PortalCaller, PortalSession, SessionEnded } from "@heddle/api/portal"
import { Effect, Layer, Option } from "effect"
import { RpcSchema } from "effect/rpc"
import { actingAs, person } from "../../accounts/audit/Actor.ts"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { makeAccountRate, type Quota } from "../../runtime/AccountRate.ts"
import { TooManyCalls } from "../../operations/metering/Call.ts"
import { RunningCalls } from "../../operations/metering/RunningCalls.ts"
import { completed, respond } from "./Failures.ts"
import { PortalRequest } from "./PortalRequest.ts"

/**
 * Calls of an account's open pages within a minute. Apart from the limit of the API: a program that has reached that one
 * is what its owner wants to look at.
 */
const callsPerMinute = 600

const tooMany = ({ resetSeconds }: Quota) =>
  new TooManyCalls(
    `The open pages of this account send too many requests. Try again in ${resetSeconds} s.`,
    resetSeconds
  )

export const PortalSessionLive = Layer.effect(
  PortalSession,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const runningCalls = yield* RunningCalls
    const rate = makeAccountRate(callsPerMinute)

    const caller = Effect.gen(function* () {
      const request = yield* PortalRequest
      if (request === null) return yield* new SessionEnded()
      const person = yield* sessions.find(request.headers)
      if (Option.isNone(person)) return yield* new SessionEnded()
      const quota = yield* rate.take(person.value.accountId)
      if (quota?.admitted === false) return yield* respond(Effect.fail(tooMany(quota)))
      return { ...person.value, requestId: request.requestId }
    })

    return PortalSession.of((handler, { rpc: { successSchema } }) =>
      Effect.gen(function* () {
        const requestId = (yield* PortalRequest)?.requestId ?? null
        const identified = Effect.gen(function* () {
          const value = yield* caller
          // A stream lasts as long as its page is open, and is bounded by itself.
          if (!RpcSchema.isStreamSchema(successSchema)) yield* respond(runningCalls.enter("portal", value.accountId))
          return yield* handler.pipe(Effect.provideService(PortalCaller, value), actingAs(person(value.email)))
        })
        return yield* completed(identified, requestId)
      })
    )
  })
)
