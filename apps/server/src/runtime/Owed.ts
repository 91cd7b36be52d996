/**
 * Steps that a failed call owes, such as returning what it held. They are taken as soon as the database answers again,
 * unless by then a deadline in the database has made them needless.
 */
import { type Duration, Effect, Fiber, Queue, Schedule } from "effect"

const maxTogether = 16
const retry = Schedule.spaced("500 millis")

/** A step may not be interruptible; the end of this process must not wait for it. */
const abandonable = (step: Effect.Effect<unknown, unknown>) => Effect.flatMap(Effect.forkDetach(step), Fiber.join)

/** Returns how to owe a step. A step must be safe to repeat; any failure of it counts as the database's. */
export const makeOwed = Effect.fnUntraced(function* (needlessAfter: Duration.Input) {
  const steps = yield* Queue.unbounded<Effect.Effect<unknown, unknown>>()
  const take = (step: Effect.Effect<unknown, unknown>) =>
    Effect.sandbox(abandonable(step)).pipe(Effect.retry(retry), Effect.timeoutOption(needlessAfter), Effect.ignore)
  yield* Queue.takeBetween(steps, 1, maxTogether).pipe(
    Effect.flatMap((batch) => Effect.forEach(batch, take, { concurrency: "unbounded", discard: true })),
    Effect.forever,
    Effect.forkScoped
  )
  return (step: Effect.Effect<unknown, unknown>) => Effect.asVoid(Queue.offer(steps, step))
})
