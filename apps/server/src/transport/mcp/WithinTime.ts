/** The time limit of a tool call, within which its client hears from us. */
import { type Duration, Effect, Fiber, Option } from "effect"

/**
 * Interrupts the work when its time is up, and waits until it has stopped: only then is it certain whether it was charged,
 * which `late` may have to say.
 */
export const withinTime = <A, E, R>(work: Effect.Effect<A, E, R>, limit: Duration.Duration, late: () => A) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(work)
    const ended = yield* Effect.timeoutOption(Fiber.await(fiber), limit)
    if (Option.isSome(ended)) return yield* ended.value
    yield* Fiber.interrupt(fiber)
    return late()
  })
