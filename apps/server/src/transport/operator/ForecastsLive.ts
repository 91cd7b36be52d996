/** Handler for the forecast models in use. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { modelAnswer } from "../../operator/ForecastsApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { ForecastModels } from "../../store/forecasts/ForecastModels.ts"

export const ForecastsLive = HttpApiBuilder.group(
  OperatorApi,
  "forecasts",
  Effect.fn(function* (handlers) {
    const models = yield* ForecastModels
    return handlers.handle("models", () => Effect.map(models.state, (states) => states.map(modelAnswer)))
  })
)
