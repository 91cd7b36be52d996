/** Why something could not be read live, as a row tells it (decisions, `/live/posts`). */
import { Schema } from "effect"

export const LiveFailureReason = Schema.Literals([
  "not_found",
  "timed_out",
  "rate_limited",
  "unavailable",
  "unsupported"
])
export type LiveFailureReason = typeof LiveFailureReason.Type

export const liveFailureFields = {
  status: Schema.Literal("failed"),
  reason: LiveFailureReason.annotate({
    description:
      "`not_found`: the network has it no more, or never had it. `timed_out`, `rate_limited`, `unavailable`: ask again later. `unsupported`: this service has no source that can be read live."
  }),
  message: Schema.String.annotate({ description: "The same for people." })
}
