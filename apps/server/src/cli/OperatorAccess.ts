/** The operator client of commands: calls the server running on this data folder, or else its routes in this process. */
import { Effect, Layer, Option } from "effect"
import { FetchHttpClient } from "effect/http"
import { Idle, OperatorInProcess } from "./LoadedServer.ts"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { findRunningServer } from "../runtime/RunningServer.ts"
import { Settings } from "../runtime/Settings.ts"

export const OperatorAccess = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl } = yield* Settings
    // Only the embedded database is limited to one process.
    const running = Option.isSome(databaseUrl) ? Option.none() : yield* findRunningServer
    return Option.isSome(running)
      ? OperatorClient.layerAt(running.value.operatorUrl).pipe(Layer.provide(FetchHttpClient.layer))
      : OperatorInProcess.pipe(Layer.provide(Idle))
  })
).pipe(Layer.provideMerge(Settings.layer))
