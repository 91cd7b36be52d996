/** Runs a round at start and then at every interval; a round that overruns delays the next and never overlaps it. */
import { Effect, Layer, Schedule } from "effect"
import { Settings } from "../../Settings.ts"
import { Round } from "./Round.ts"

export const RoundLoop = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roundInterval } = yield* Settings
    const round = yield* Round
    const once = round.run.pipe(
      Effect.tap((summary) => Effect.logInfo("Round").pipe(Effect.annotateLogs({ ...summary }))),
      Effect.catchCause((cause) => Effect.logError("The round failed; the next one makes up for it", cause))
    )
    yield* once.pipe(Effect.repeat(Schedule.fixed(roundInterval)), Effect.forkScoped)
  })
)
