/**
 * The server's layers, loaded only by the commands that need them. A command that calls a running server starts three
 * times as fast without.
 */
import { Effect, Layer } from "effect"
import { createDatabase } from "../database/CreatedDatabase.ts"
import { Settings } from "../runtime/Settings.ts"
import { mastodonInstances } from "../sources/mastodon/MastodonSettings.ts"

const main = Effect.andThen(
  createDatabase,
  Effect.promise(() => import("../main.ts"))
)

/** What a server cannot start with is said before a database is created for it. */
const checkSources = Effect.gen(function* () {
  const { sources } = yield* Settings
  if (sources.includes("mastodon")) yield* mastodonInstances
}).pipe(Effect.provide(Settings.layer))

export const Server = Layer.unwrap(
  Effect.andThen(
    checkSources,
    Effect.map(main, ({ Server }) => Server)
  )
)

export const Idle = Layer.unwrap(Effect.map(main, ({ Idle }) => Idle))

/** The operator's routes in this process. */
export const OperatorInProcess = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("../transport/operator/InProcess.ts")),
    ({ OperatorInProcess }) => OperatorInProcess
  )
)
