/**
 * Limits of calls per account or address, and process, in any 60 seconds: a sliding window, so that no period of 60 s
 * exceeds the limit. Effect's token bucket would let twice the limit through in the first minute, and its memory store
 * never evicts keys.
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
  /** Seconds until the oldest counted calls leave the window; of a refused request, until there is room for its calls. */
  readonly resetSeconds: number
}

/** Calls by second, oldest first. */
type Seconds = Array<{ readonly second: number; count: number }>

// A second counts until the window has left it completely. One ahead of now is from before the clock was set back.
const counts = (second: number, now: number) => second <= now && now <= second + windowSeconds

/** 0 is no limit. */
export const makeRate = <Source extends string = AccountId>(limit: number) => {
  const sources = new Map<Source, Seconds>()
  let sweptAt = 0

  /** Runs at most once per window, so an idle one stays in memory for two windows at most. */
  const evictIdle = (now: number) => {
    if (counts(sweptAt, now)) return
    sweptAt = now
    for (const [source, seconds] of sources) {
      if (!counts(seconds.at(-1)?.second ?? 0, now)) sources.delete(source)
    }
  }

  const count = (source: Source, calls: number, now: number): Quota => {
    evictIdle(now)
    const seconds = (sources.get(source) ?? []).filter(({ second }) => counts(second, now))
    const used = seconds.reduce((sum, { count }) => sum + count, 0)
    const admitted = used + calls <= limit
    const last = seconds.at(-1)
    if (admitted && last?.second === now) last.count += calls
    else if (admitted) seconds.push({ second: now, count: calls })
    sources.set(source, seconds)
    let excess = admitted ? 1 : used + calls - limit
    const freeing = seconds.find(({ count }) => (excess -= count) <= 0) ?? seconds.at(-1)
    return {
      admitted,
      limit,
      remaining: limit - used - (admitted ? calls : 0),
      resetSeconds: (freeing?.second ?? now) + windowSeconds + 1 - now
    }
  }

  /** Counts the calls of one request if the limit admits all of them; undefined when there is no limit. */
  const take = (source: Source, calls = 1) =>
    Effect.map(Clock.currentTimeMillis, (millis) =>
      limit === 0 ? undefined : count(source, calls, Math.floor(millis / 1000))
    )

  return { take, size: Effect.sync(() => sources.size) }
}

/** The limit of requests. */
export class RateLimiter extends Context.Service<RateLimiter, ReturnType<typeof makeRate<AccountId>>>()(
  "@heddle/server/runtime/RateLimiter"
) {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.map(Settings, ({ rateLimit }) => RateLimiter.of(makeRate(rateLimit)))
  )
}
