/**
 * Log lines about endpoints: one when an endpoint begins to fail, one when it works again. An endpoint that keeps
 * changing gets one such pair in ten minutes from each process.
 */
import { Effect } from "effect"
import { now } from "../../runtime/Time.ts"
import { type EndpointQueue, keyOf } from "./Queues.ts"

const warningPauseMillis = 10 * 60_000
/** Endpoints whose last warning is remembered. */
const rememberedAtMost = 10_000

interface HealthChange {
  readonly before: EndpointQueue
  readonly after: EndpointQueue
}

export const makeHealthLog = () => {
  const warnedAt = new Map<string, number>()
  /** Endpoints that began to fail without a line, and so recover without one. */
  const silent = new Set<string>()

  const begins = Effect.fnUntraced(function* (queue: EndpointQueue) {
    const key = keyOf(queue)
    const time = (yield* now).getTime()
    if (time - (warnedAt.get(key) ?? -Infinity) < warningPauseMillis) {
      silent.add(key)
      return
    }
    if (warnedAt.size >= rememberedAtMost) {
      warnedAt.clear()
      silent.clear()
    }
    warnedAt.set(key, time)
    yield* Effect.logWarning(`Webhook endpoint ${queue.endpointId} has started to fail: ${queue.lastError}`)
  })

  const recovers = ({ before, after }: HealthChange) =>
    silent.delete(keyOf(after))
      ? Effect.void
      : Effect.logInfo(
          `Webhook endpoint ${after.endpointId} works again; it had been failing since ${before.failingSince?.toISOString()}`
        )

  return (changes: ReadonlyArray<HealthChange>) =>
    Effect.forEach(
      changes,
      (change) => {
        const { before, after } = change
        if ((before.failingSince === null) === (after.failingSince === null)) return Effect.void
        return Effect.annotateLogs(after.failingSince === null ? recovers(change) : begins(after), {
          account: after.accountId
        })
      },
      { discard: true }
    )
}
