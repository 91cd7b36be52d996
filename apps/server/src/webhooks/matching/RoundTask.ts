/**
 * Background task of the rounds: one at start, then one whenever the interval of a shard has passed. A round that takes
 * longer than the interval is followed by one other at once.
 */
import { Effect, Stream } from "effect"
import { background } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Round, type RoundSummary } from "./Round.ts"
import { recordRound } from "./RoundMetrics.ts"
import { RoundShards } from "./RoundShards.ts"

/** One line, as the demo makes events every ten seconds. Quiet rounds log at debug level only. */
const logSummary = ({ rules, posts, events, outOfCredits, millis }: RoundSummary) => {
  const text = `Round: ${events} events created, ${posts} changed posts compared with ${rules} rules, ${millis} ms`
  if (outOfCredits.length > 0) return Effect.annotateLogs(Effect.logInfo(text), { outOfCredits })
  return events > 0 ? Effect.logInfo(text) : Effect.logDebug(text)
}

export const roundTask = Effect.flatMap(Settings, ({ roundInterval }) =>
  background({
    name: "rounds",
    role: "rounds",
    every: roundInterval,
    // Shards have intervals of their own, and may lose their owner at any time.
    wake: [Stream.unwrap(RoundShards.useSync(({ looks }) => looks))],
    run: Effect.tap(
      Round.use(({ runDue }) => runDue),
      (summary) =>
        summary === null ? Effect.void : Effect.andThen(logSummary(summary), recordRound(summary, roundInterval))
    ),
    // The next round repeats whatever was not committed.
    onStop: "interrupt"
  })
)
