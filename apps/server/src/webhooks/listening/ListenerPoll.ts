/**
 * Wakes streams that have something to send. One statement asks for all streams of the process, and none while there is
 * no stream.
 *
 * Polled, not notified: an event can be streamed when its first attempt is claimed, and a NOTIFY there would make the
 * commits of all deliveries wait for each other, whether or not anybody listens.
 */
import { Effect, Queue } from "effect"
import type { StreamId } from "../../runtime/Ids.ts"
import type { ListenerRows, StreamKey } from "./ListenerRows.ts"

const pollInterval = "250 millis"

interface Waiting {
  readonly key: StreamKey
  readonly after: number
  readonly wake: Queue.Queue<void>
}

export const makeListenerPoll = Effect.fnUntraced(function* (rows: ListenerRows) {
  const waiting = new Map<StreamId, Waiting>()

  const begun = yield* Queue.sliding<void>(1)

  const poll = Effect.gen(function* () {
    if (waiting.size === 0) return yield* Queue.take(begun)
    yield* Effect.sleep(pollInterval)
    const ready = yield* rows.ready([...waiting.values()].map(({ key, after }) => ({ ...key, after })))
    for (const streamId of ready) {
      const stream = waiting.get(streamId)
      if (stream !== undefined) yield* Queue.offer(stream.wake, undefined)
    }
    return undefined
  })

  // A stream finds out by itself that the database is gone, and ends.
  yield* Effect.catchCause(poll, (cause) => Effect.logDebug("Streams could not be looked up", cause)).pipe(
    Effect.forever,
    Effect.forkScoped
  )

  /** Runs the effect while events after this sequence wake the stream. */
  return <A, E, R>(key: StreamKey, after: number, wake: Queue.Queue<void>, effect: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.andThen(
        Effect.sync(() => waiting.set(key.streamId, { key, after, wake })),
        Queue.offer(begun, undefined)
      ),
      () => effect,
      () => Effect.sync(() => waiting.delete(key.streamId))
    )
})
