/** Handler for the events of sources that could not be used. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { rejectedAnswer } from "../../operator/SourcesApi.ts"
import { RejectedEvents } from "../../store/batches/RejectedEvents.ts"

export const SourcesLive = HttpApiBuilder.group(
  OperatorApi,
  "sources",
  Effect.fn(function* (handlers) {
    const { report } = yield* RejectedEvents
    return handlers.handle("rejected", () => Effect.map(report, rejectedAnswer))
  })
)
