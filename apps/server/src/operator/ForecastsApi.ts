/** The forecast models in use: the operator's call and its schemas. */
import { ForecastMetric } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { ModelState } from "../store/forecasts/ForecastModels.ts"

export const ForecastModelAnswer = Schema.Struct({
  metric: ForecastMetric,
  version: Schema.String,
  kind: Schema.Literals(["learned", "prior"]),
  posts: Schema.Int.annotate({ description: "That it was learned from; for the prior, those that were too few." }),
  trainedAt: Schema.NullOr(Schema.String).annotate({ description: "Null before the first training." })
})

export const modelAnswer = ({ trainedAt, ...state }: ModelState): typeof ForecastModelAnswer.Type => ({
  ...state,
  trainedAt: trainedAt?.toISOString() ?? null
})

export class OperatorForecasts extends HttpApiGroup.make("forecasts")
  .add(HttpApiEndpoint.get("models", "/forecasts", { success: Schema.Array(ForecastModelAnswer) }))
  .annotateMerge(OpenApi.annotations({ title: "Forecast models" })) {}
