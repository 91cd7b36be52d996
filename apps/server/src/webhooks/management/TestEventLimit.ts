/** Limits test events per account and process in any 60 seconds: each is a request of ours to an address of theirs. */
import type { AccountId } from "@heddle/api"
import { Clock, Effect, Schema } from "effect"

const windowMillis = 60_000

export class TooManyTestEvents extends Schema.TaggedError<TooManyTestEvents>()("TooManyTestEvents", {
  limit: Schema.Int,
  retryAfterSeconds: Schema.Int
}) {}

/** Returns how to count a test event before it is sent; 0 is no limit. */
export const makeTestEventLimit = (limit: number) => {
  /** Times of the last test events, oldest first. Bounded by the accounts that sent one within the window. */
  const sentBy = new Map<AccountId, ReadonlyArray<number>>()

  const evictIdle = (time: number) => {
    for (const [accountId, times] of sentBy) {
      if ((times.at(-1) ?? 0) <= time - windowMillis) sentBy.delete(accountId)
    }
  }

  return Effect.fnUntraced(function* (accountId: AccountId) {
    if (limit === 0) return
    const time = yield* Clock.currentTimeMillis
    evictIdle(time)
    // Times ahead of now are of a clock that was set back.
    const sent = (sentBy.get(accountId) ?? []).filter((at) => at > time - windowMillis && at <= time)
    const oldest = sent[0]
    if (oldest !== undefined && sent.length >= limit) {
      const retryAfterSeconds = Math.ceil((oldest + windowMillis - time) / 1_000)
      return yield* new TooManyTestEvents({ limit, retryAfterSeconds })
    }
    sentBy.set(accountId, [...sent, time])
  })
}
