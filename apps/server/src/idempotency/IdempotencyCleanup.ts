/** Removes kept answers whose day is over, as long as the server runs. */
import { Effect, Layer, Schedule } from "effect"
import { Idempotency } from "./Idempotency.ts"

export const IdempotencyCleanup = Layer.effectDiscard(
  Effect.gen(function* () {
    const { sweep } = yield* Idempotency
    yield* sweep.pipe(Effect.repeat(Schedule.spaced("10 minutes")), Effect.forkScoped)
  })
)
