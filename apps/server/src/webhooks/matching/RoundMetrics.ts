/** The metrics of the rounds of this process, and a warning about one that took longer than the interval. */
import { Duration, Effect, Metric } from "effect"
import type { RoundSummary } from "./Round.ts"

const duration = Metric.histogram("webhook_round_duration_seconds", {
  description: "Duration of rounds",
  boundaries: Metric.boundariesFromIterable([0.1, 0.3, 1, 3, 10, 30, 60, 120, 180, 600])
})
const posts = Metric.counter("webhook_round_posts_total", {
  description: "Posts that rounds compared with rules",
  incremental: true
})

export const recordRound = Effect.fnUntraced(function* (summary: RoundSummary, interval: Duration.Duration) {
  yield* Metric.update(duration, summary.millis / 1000)
  yield* Metric.update(posts, summary.posts)
  if (summary.millis <= Duration.toMillis(interval)) return
  yield* Effect.logWarning(
    `A round took ${Math.round(summary.millis / 1000)} s, longer than HEDDLE_ROUND_INTERVAL (${Duration.format(interval)}), so rules are checked late`
  )
})
