/** The operator port reports the inspiration library and the forecast models, and goes over the stored posts. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { ForecastTraining } from "../../src/store/forecasts/ForecastTraining.ts"
import { operate, ServedApi } from "../support/ServedApi.ts"

onAnyDatabaseWith("The operator port", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("shows the models in use, before and after a training", () =>
    Effect.gen(function* () {
      const models = Effect.map(operate("/forecasts"), ({ text }): ReadonlyArray<unknown> => JSON.parse(text))
      const prior = { kind: "prior", posts: 0 }
      const [before] = yield* models
      assert.deepStrictEqual(before, { metric: "views", version: "prior", ...prior, trainedAt: null })
      yield* (yield* ForecastTraining).run
      const [after] = yield* models
      assert.deepInclude(after, prior)
      assert.isString(Object(after)["trainedAt"])
      const { text } = yield* operate("/metrics")
      assert.match(text, /^heddle_forecast_model_posts\{metric="likes"\} 0$/m)
      assert.match(text, /^heddle_forecast_model_trained_timestamp_seconds\{metric="likes"\} \d+$/m)
    })
  )
})
