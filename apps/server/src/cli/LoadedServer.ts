/**
 * The server's layers, loaded only by the commands that need them. A command that calls a running server starts three
 * times as fast without.
 */
import { Effect, Layer } from "effect"
import { createDatabase } from "../database/CreatedDatabase.ts"
import { LogFormat } from "../runtime/LogFormat.ts"
import { Settings } from "../runtime/Settings.ts"
import { Telemetry } from "../runtime/Telemetry.ts"
import { mastodonInstances } from "../sources/mastodon/MastodonSettings.ts"
import { checkOperatorPort } from "../transport/OperatorPortCheck.ts"

const main = Effect.promise(() => import("../main.ts"))

/** An embedded one opens in its own thread while this one loads the server, which takes as long. */
const Database = Layer.unwrap(
  Effect.gen(function* () {
    yield* createDatabase
    const { layer } = yield* Effect.promise(() => import("../database/Database.ts"))
    return Layer.merge(layer, Layer.effectDiscard(main))
  })
)

/** What a server cannot start with is said before a database is created for it. */
const checkSettings = Effect.gen(function* () {
  yield* checkOperatorPort
  const { sources } = yield* Settings
  if (sources.includes("mastodon")) yield* mastodonInstances
}).pipe(Effect.provide(Settings.layer))

/** Below the database, whose clients log as well. */
const Logs = Telemetry.pipe(Layer.provideMerge(LogFormat), Layer.provide(Settings.layer))

export const Server = Layer.unwrap(Effect.map(main, ({ Server }) => Server)).pipe(
  Layer.provideMerge(Database),
  Layer.provideMerge(Logs),
  Layer.provide(Layer.effectDiscard(checkSettings))
)

export const Idle = Layer.unwrap(Effect.map(main, ({ Idle }) => Idle)).pipe(Layer.provideMerge(Database))

/** The operator's routes in this process. */
export const OperatorInProcess = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("../transport/operator/InProcess.ts")),
    ({ OperatorInProcess }) => OperatorInProcess
  )
)
