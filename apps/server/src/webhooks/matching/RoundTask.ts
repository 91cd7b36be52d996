/** Background task that runs a round at start-up and then at every interval. */
import { Effect } from "effect"
import { background } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Round, type RoundSummary } from "./Round.ts"

/** Quiet rounds log at debug level only. */
const logSummary = (summary: RoundSummary) =>
  (summary.events > 0 || summary.outOfCredits.length > 0
    ? Effect.logInfo("Round created events")
    : Effect.logDebug("Round")
  ).pipe(Effect.annotateLogs({ ...summary }))

export const roundTask = Effect.flatMap(Settings, ({ roundInterval }) =>
  background({
    name: "rounds",
    role: "rounds",
    every: roundInterval,
    run: Effect.tap(
      Round.use(({ run }) => run),
      logSummary
    ),
    // The next round repeats whatever was not committed.
    onStop: "interrupt"
  })
)
