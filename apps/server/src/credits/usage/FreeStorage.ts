/**
 * How much an account may store a day by calls that cost nothing, per process: a token bucket of bytes. What is free has
 * no other bound than the request rate, and 864,000 calls a day are more than a disk should pay for.
 */
import type { AccountId } from "@heddle/api"
import { Clock, Context, Effect, Layer } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import { dayMillis } from "../../runtime/Time.ts"
import type { UsageDetails } from "../ledger/LedgerCommands.ts"

/** The share of a day's bytes that may be stored at once. */
const burstShare = 1 / 4
/** A usage entry without its texts, with its share of the indexes; `FreeDay.database.test.ts` measures it. */
const entryBytes = 500
/** A row of a kept answer with both of its versions; of the answer's text, the first 400 bytes. */
export const keptAnswerBytes = 1_000

/** The source, and a request id that the client chose, stand in the row and in an index, whose pages are half full. */
export const bytesOf = ({ parameters, source, requestId }: UsageDetails): number =>
  entryBytes + Buffer.byteLength(JSON.stringify(parameters)) + 3 * Buffer.byteLength(`${source}${requestId ?? ""}`)

interface Bucket {
  readonly bytes: number
  readonly at: number
}

export class FreeStorage extends Context.Service<
  FreeStorage,
  {
    /** Takes these bytes if the account has them left; otherwise says when it will. */
    take(accountId: AccountId, bytes: number): Effect.Effect<{ readonly retryAfterSeconds: number } | null>
  }
>()("@heddle/server/credits/usage/FreeStorage") {
  static readonly layer = Layer.effect(
    FreeStorage,
    Effect.gen(function* () {
      const bytesPerDay = (yield* Settings).freeStorage * 1_000_000
      const capacity = bytesPerDay * burstShare
      const bytesPerMilli = bytesPerDay / dayMillis
      const buckets = new Map<AccountId, Bucket>()
      let sweptAt = 0

      const filled = ({ bytes, at }: Bucket, time: number): number =>
        Math.min(capacity, bytes + Math.max(0, time - at) * bytesPerMilli)

      /** A full bucket is the same as none. */
      const evictFull = (time: number) => {
        if (Math.abs(time - sweptAt) < 60_000) return
        sweptAt = time
        for (const [accountId, bucket] of buckets) if (filled(bucket, time) >= capacity) buckets.delete(accountId)
      }

      const take = (accountId: AccountId, bytes: number) =>
        Effect.map(Clock.currentTimeMillis, (time) => {
          if (bytesPerDay === 0) return null
          evictFull(time)
          const bucket = buckets.get(accountId)
          const left = bucket === undefined ? capacity : filled(bucket, time)
          if (left < bytes) return { retryAfterSeconds: Math.ceil((bytes - left) / bytesPerMilli / 1_000) }
          buckets.set(accountId, { bytes: left - bytes, at: time })
          return null
        })

      return FreeStorage.of({ take })
    })
  )
}
