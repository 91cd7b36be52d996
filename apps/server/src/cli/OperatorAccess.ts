/** How commands reach the data: through the server that runs on this data folder, else directly. */
import { Effect, Layer, Option } from "effect"
import { FetchHttpClient } from "effect/http"
import { Idle } from "../main.ts"
import { Operator } from "../operator/Operator.ts"
import { operatorRemote } from "../operator/OperatorRemote.ts"
import { findRunningServer } from "../runtime/RunningServer.ts"
import { Settings } from "../runtime/Settings.ts"

const local = Layer.effect(Operator, Operator).pipe(Layer.provide(Idle))

export const OperatorAccess = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl } = yield* Settings
    // A PostgreSQL server takes any number of clients; only the embedded database belongs to one process.
    const running = Option.isSome(databaseUrl) ? Option.none() : yield* findRunningServer
    return Option.isSome(running)
      ? operatorRemote(running.value.operatorUrl).pipe(Layer.provide(FetchHttpClient.layer))
      : local
  })
).pipe(Layer.provideMerge(Settings.layer))
