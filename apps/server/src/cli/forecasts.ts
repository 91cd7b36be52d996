/** `heddle forecasts train`: trains the forecast models now, for example after an import. */
import { Console, Effect, Fiber } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { explained } from "./AccountFlags.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { describeForecast } from "./doctor.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { withProgress } from "./Progress.ts"

/** Leaves the operator client open, so that tests can provide their own. */
export const trainCommand = Command.make("train", {}, () =>
  Effect.gen(function* () {
    const { state } = yield* OperatorClient
    const { trained } = yield* withProgress(
      "forecasts",
      Effect.fnUntraced(function* ({ show }) {
        const watching = yield* Effect.forkChild(
          Effect.gen(function* () {
            const { training } = yield* state.forecastTraining()
            if (training !== null) {
              const { step, done, of } = training
              const detail = step === "reading" ? "reading posts" : `learning from their ${step}`
              yield* show({ done, total: of, detail: () => detail })
            }
            yield* Effect.sleep("250 millis")
          }).pipe(Effect.forever, Effect.ignore)
        )
        return yield* Effect.ensuring(state.trainForecasts(), Fiber.interrupt(watching))
      })
    )
    if (!trained) return yield* new CommandFailed({ detail: "another process trains the forecasts; try again later" })
    for (const model of yield* state.forecasts()) yield* Console.log(describeForecast(model))
  })
).pipe(
  explained("Train the forecast models on the stored posts", {
    "heddle forecasts train": "Train after an import, instead of waiting for the server to notice it"
  })
)

export const forecasts = Command.make("forecasts").pipe(
  Command.withDescription("Forecast models"),
  Command.withSubcommands([trainCommand]),
  Command.provide(OperatorAccess)
)
