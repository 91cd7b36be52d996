/**
 * Limits of calls per account and process in any 60 seconds: a sliding window, so that no period of 60 s exceeds the limit.
 * Effect's token bucket would let twice the limit through in the first minute, and its memory store never evicts keys.
 */
import type { AccountId } from "@heddle/api"
import { Clock, Context, Effect, Layer } from "effect"
import { Settings } from "./Settings.ts"

export const windowSeconds = 60

/** The limit of an account and what is left of it. */
export interface Quota {
  readonly admitted: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the oldest counted calls leave the window. */
  readonly resetSeconds: number
}

/** Calls by second, oldest first. */
type Seconds = Array<{ readonly second: number; count: number }>

// A second counts until the window has left it completely. One ahead of now is from before the clock was set back.
const counts = (second: number, now: number) => second <= now && now <= second + windowSeconds

/** 0 is no limit. */
export const makeAccountRate = (limit: number) => {
  const accounts = new Map<AccountId, Seconds>()
  let sweptAt = 0

  /** Runs at most once per window, so an idle account stays in memory for two windows at most. */
  const evictIdle = (now: number) => {
    if (counts(sweptAt, now)) return
    sweptAt = now
    for (const [accountId, seconds] of accounts) {
      if (!counts(seconds.at(-1)?.second ?? 0, now)) accounts.delete(accountId)
    }
  }

  const count = (accountId: AccountId, now: number): Quota => {
    evictIdle(now)
    const seconds = (accounts.get(accountId) ?? []).filter(({ second }) => counts(second, now))
    const used = seconds.reduce((sum, { count }) => sum + count, 0)
    const admitted = used < limit
    const last = seconds.at(-1)
    if (admitted && last?.second === now) last.count++
    else if (admitted) seconds.push({ second: now, count: 1 })
    accounts.set(accountId, seconds)
    const oldest = seconds[0]?.second ?? now
    return {
      admitted,
      limit,
      remaining: admitted ? limit - used - 1 : 0,
      resetSeconds: oldest + windowSeconds + 1 - now
    }
  }

  /** Counts the call if the limit admits it; undefined when there is no limit. */
  const take = (accountId: AccountId) =>
    Effect.map(Clock.currentTimeMillis, (millis) =>
      limit === 0 ? undefined : count(accountId, Math.floor(millis / 1000))
    )

  return { take, size: Effect.sync(() => accounts.size) }
}

/** The limit of requests. */
export class RateLimiter extends Context.Service<RateLimiter, ReturnType<typeof makeAccountRate>>()(
  "@heddle/server/runtime/RateLimiter"
) {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.map(Settings, ({ rateLimit }) => RateLimiter.of(makeAccountRate(rateLimit)))
  )
}
