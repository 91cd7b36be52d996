/**
 * Records results together: those that arrive while a batch is being committed form the next one, so that a lone result
 * does not wait and many share the cost of a commit. There is no timer.
 *
 * While the database is down, a batch is repeated. Once the leases of its attempts have ended, events may be sent again; the
 * results then change the log alone. A batch that the database rejects is repeated one result at a time.
 */
import { Deferred, Effect, Queue, Schedule } from "effect"
import type { SqlError } from "effect/sql"
import { isOutage } from "../../runtime/Outage.ts"
import type { Result } from "./Record.ts"

const maxBatch = 500
const outageInterval = "250 millis"

interface Item {
  readonly result: Result
  readonly recorded: Deferred.Deferred<Date | null>
}

/** Returns how to record a result; the batches are committed until the scope closes. */
export const makeResultBatches = Effect.fnUntraced(function* (
  record: (results: ReadonlyArray<Result>) => Effect.Effect<Date | null, SqlError.SqlError>
) {
  const queue = yield* Queue.unbounded<Item>()

  const write = (items: ReadonlyArray<Item>) =>
    record(items.map(({ result }) => result)).pipe(
      Effect.retry({ schedule: Schedule.spaced(outageInterval), while: isOutage }),
      Effect.flatMap((nextAt) =>
        Effect.forEach(items, ({ recorded }) => Deferred.succeed(recorded, nextAt), { discard: true })
      )
    )

  const writeAlone = (item: Item) =>
    Effect.catchCause(write([item]), (cause) =>
      Effect.andThen(
        Effect.logError(
          `The result of attempt ${item.result.delivery.attemptId} could not be recorded; the event is sent again`,
          cause
        ),
        Deferred.succeed(item.recorded, null)
      )
    )

  const flush = (items: ReadonlyArray<Item>) =>
    Effect.catchCause(write(items), () => Effect.forEach(items, writeAlone, { discard: true }))

  // Yielding lets the answers that have arrived meanwhile join the batch.
  const next = Queue.peek(queue).pipe(
    Effect.andThen(Effect.yieldNow),
    Effect.andThen(Queue.takeBetween(queue, 1, maxBatch))
  )
  yield* next.pipe(Effect.flatMap(flush), Effect.forever, Effect.forkScoped)

  /** Waits for the commit. */
  return (result: Result): Effect.Effect<Date | null> =>
    Effect.gen(function* () {
      const recorded = yield* Deferred.make<Date | null>()
      yield* Queue.offer(queue, { result, recorded })
      return yield* Deferred.await(recorded)
    })
})
