/**
 * Writes items together that arrive together: those that come while a batch is being written form the next one, so that a
 * lone item does not wait and many share the cost of a commit. There is no timer.
 */
import { type Cause, Deferred, Effect, Queue } from "effect"

const maxBatch = 500
/** A full queue makes callers wait, so that memory stays bounded while the database is slow. */
const queueCapacity = 10_000

interface Writer<A, B, E> {
  /** All items of a batch have the same result. */
  write(items: ReadonlyArray<A>): Effect.Effect<B, E>
  /** The result of an item that could not be written alone either. */
  lost(item: A, cause: Cause.Cause<E>): Effect.Effect<B>
}

/** Batches are written until the scope closes. */
export const makeBatcher = Effect.fnUntraced(function* <A, B, E>({ write, lost }: Writer<A, B, E>) {
  interface Waiting {
    readonly item: A
    readonly result: Deferred.Deferred<B>
  }
  const queue = yield* Queue.bounded<Waiting>(queueCapacity)
  const unwritten = new Set<Waiting>()

  const complete = (batch: ReadonlyArray<Waiting>, value: B) =>
    Effect.forEach(
      batch,
      (waiting) => {
        unwritten.delete(waiting)
        return Deferred.succeed(waiting.result, value)
      },
      { discard: true }
    )

  const writeAlone = (waiting: Waiting) =>
    write([waiting.item]).pipe(
      Effect.catchCause((cause) => lost(waiting.item, cause)),
      Effect.flatMap((value) => complete([waiting], value))
    )

  /** What fails together is tried one by one, so that one bad item does not lose the others. */
  const writeBatch = (batch: ReadonlyArray<Waiting>) =>
    write(batch.map(({ item }) => item)).pipe(
      Effect.flatMap((value) => complete(batch, value)),
      Effect.catchCause(() => Effect.forEach(batch, writeAlone, { discard: true }))
    )

  // Yielding lets the items that have arrived meanwhile join the batch.
  const next = Queue.peek(queue).pipe(
    Effect.andThen(Effect.yieldNow),
    Effect.andThen(Queue.takeBetween(queue, 1, maxBatch))
  )
  yield* next.pipe(Effect.flatMap(writeBatch), Effect.forever, Effect.forkScoped)

  /** Returns once the item has a place in the queue; what it returns waits for the result. */
  const submit = Effect.fnUntraced(function* (item: A) {
    const waiting = { item, result: yield* Deferred.make<B>() }
    unwritten.add(waiting)
    yield* Queue.offer(queue, waiting)
    return Deferred.await(waiting.result)
  })

  /** Waits until every item that was submitted so far is written or lost. */
  const flush = Effect.suspend(() =>
    Effect.forEach(Array.from(unwritten), ({ result }) => Deferred.await(result), { discard: true })
  )

  return { submit, flush }
})
