/** Runs a round at start and then at every interval; a round that overruns delays the next and never overlaps it. */
import { Effect, Layer, Schedule } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import { Round, type RoundSummary } from "./Round.ts"

export const RoundLoop = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roundInterval } = yield* Settings
    const round = yield* Round
    const once = round.run.pipe(
      Effect.tap((summary) => log(summary).pipe(Effect.annotateLogs({ ...summary }))),
      Effect.catchCause((cause) => Effect.logError("The round failed; the next one makes up for it", cause))
    )
    yield* once.pipe(Effect.repeat(Schedule.fixed(roundInterval)), Effect.forkScoped)
  })
)

/** A round without news is no news. */
const log = ({ events, outOfCredits }: RoundSummary) =>
  events > 0 || outOfCredits.length > 0 ? Effect.logInfo("Round made events") : Effect.logDebug("Round")
