/**
 * Bounds the time that an account's priced calls may take without being charged: a search that finds nothing is free, and
 * so is a call that fails or is broken off, but neither is free for those who share the database.
 */
import type { AccountId, EnvelopeFields } from "@heddle/api"
import { Clock, Effect, Exit } from "effect"
import { makeRate, windowSeconds } from "../../runtime/RateLimiter.ts"
import { TooManyCalls } from "./Call.ts"

const secondsPerWindow = 30

export const makeUnchargedTime = () => {
  const budget = makeRate(secondsPerWindow * 1_000)

  /** Fails when the account has used up its time. */
  const require = Effect.fnUntraced(function* (accountId: AccountId) {
    const quota = yield* budget.take(accountId, 0)
    if (quota === undefined || quota.remaining > 0) return
    return yield* Effect.fail(
      new TooManyCalls(
        `Calls that were not charged, such as searches without a result, have taken ${secondsPerWindow} of the last ${windowSeconds} seconds. Try again in ${quota.resetSeconds} s, or ask for less: a shorter time window or fewer keywords.`,
        quota.resetSeconds
      )
    )
  })

  /** Counts the time of this call, unless its answer is charged. */
  const spend = <A extends { readonly answer: EnvelopeFields }, E, R>(
    accountId: AccountId,
    call: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (started) =>
      Effect.onExit(
        call,
        Effect.fnUntraced(function* (exit) {
          if (Exit.isSuccess(exit) && exit.value.answer.credits_consumed > 0) return
          const millis = (yield* Clock.currentTimeMillis) - started
          const left = (yield* budget.take(accountId, 0))?.remaining ?? 0
          yield* budget.take(accountId, Math.min(millis, left))
        })
      )
    )

  return { require, spend }
}
