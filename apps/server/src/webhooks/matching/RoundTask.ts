/** Rounds: one at start and one every interval. */
import { Effect } from "effect"
import { background } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Round, type RoundSummary } from "./Round.ts"

/** A round that changes nothing is not worth a line. */
const log = (summary: RoundSummary) =>
  (summary.events > 0 || summary.outOfCredits.length > 0
    ? Effect.logInfo("Round made events")
    : Effect.logDebug("Round")
  ).pipe(Effect.annotateLogs({ ...summary }))

export const roundTask = Effect.flatMap(Settings, ({ roundInterval }) =>
  background({
    name: "rounds",
    role: "rounds",
    every: roundInterval,
    run: Effect.tap(
      Round.use(({ run }) => run),
      log
    ),
    // What its transaction has not committed the next round does.
    onStop: "interrupt"
  })
)
