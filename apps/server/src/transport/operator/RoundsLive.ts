/** Handler for the state of the rounds. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { RoundStatus } from "../../webhooks/matching/RoundStatus.ts"

export const RoundsLive = HttpApiBuilder.group(
  OperatorApi,
  "rounds",
  Effect.fn(function* (handlers) {
    const { report } = yield* RoundStatus
    return handlers.handle("report", () =>
      Effect.map(report, (found) => ({ ...found, checkedAt: found.checkedAt?.toISOString() ?? null }))
    )
  })
)
