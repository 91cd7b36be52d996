import { Effect, Layer, Option } from "effect"
import { FetchHttpClient } from "effect/http"
import { operatorClientAt } from "../operator/OperatorClientAt.ts"
import { findRunningServer } from "../runtime/RunningServer.ts"
import { Settings } from "../runtime/Settings.ts"
import { Idle, OperatorInProcess } from "./LoadedServer.ts"

export const runningOperator = Effect.map(
  findRunningServer,
  Option.map(({ operatorUrl }) => operatorClientAt(operatorUrl).pipe(Layer.provide(FetchHttpClient.layer)))
)

export const OperatorConnection = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl } = yield* Settings
    // Only the embedded database is limited to one process.
    const running = Option.isSome(databaseUrl) ? Option.none() : yield* runningOperator
    return Option.getOrElse(running, () => OperatorInProcess.pipe(Layer.provide(Idle)))
  })
).pipe(Layer.provideMerge(Settings.layer))
