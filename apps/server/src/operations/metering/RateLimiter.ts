/**
 * The request rate of each account: a sliding window over the seconds, so that no minute, wherever it begins, has more
 * requests than the limit. Effect's own limiter was not fit: its token bucket lets twice the limit through in the
 * first minute, and its memory store never forgets a key. Counted per process.
 */
import type { AccountId } from "@heddle/api"
import { Clock, Context, Effect, Layer } from "effect"
import { Settings } from "../../runtime/Settings.ts"

export const windowSeconds = 60

/** What an account may still do. */
export interface Quota {
  readonly admitted: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until some of what is used comes back. */
  readonly resetSeconds: number
}

/** Requests by second, oldest first. */
type Seconds = Array<{ readonly second: number; count: number }>

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts a request, unless there are too many already; undefined when there is no limit. */
    take(accountId: AccountId): Effect.Effect<Quota | undefined>
    /** Accounts that are remembered now. */
    readonly size: Effect.Effect<number>
  }
>()("@heddle/server/operations/metering/RateLimiter") {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const { rateLimit: limit } = yield* Settings
      const accounts = new Map<AccountId, Seconds>()
      let sweptAt = 0

      // A second counts until it is wholly outside of the window.
      const isOver = (second: number, now: number) => second + windowSeconds < now

      /** Once a window, by whoever comes; so an idle account is remembered for two windows at most. */
      const forgetIdle = (now: number) => {
        if (now - sweptAt <= windowSeconds) return
        sweptAt = now
        for (const [accountId, seconds] of accounts) {
          if (isOver(seconds.at(-1)?.second ?? 0, now)) accounts.delete(accountId)
        }
      }

      const count = (accountId: AccountId, now: number): Quota => {
        forgetIdle(now)
        const seconds = (accounts.get(accountId) ?? []).filter(({ second }) => !isOver(second, now))
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

      const take = (accountId: AccountId) =>
        Effect.map(Clock.currentTimeMillis, (millis) =>
          limit === 0 ? undefined : count(accountId, Math.floor(millis / 1000))
        )

      return RateLimiter.of({ take, size: Effect.sync(() => accounts.size) })
    })
  )
}
