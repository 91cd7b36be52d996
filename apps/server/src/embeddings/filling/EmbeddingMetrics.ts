/** What the background task counts. */
import { Metric } from "effect"

export const embedded = Metric.counter("embeddings_made_total", {
  description: "Posts that were made into vectors",
  incremental: true
})
export const failures = Metric.counter("embeddings_failures_total", {
  description: "Requests to the provider of embeddings that failed after all retries",
  incremental: true
})
export const waiting = Metric.gauge("embeddings_waiting", {
  description: "Posts of the last 30 days that wait for their vector"
})
