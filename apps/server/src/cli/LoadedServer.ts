/**
 * The server's layers, loaded only by the commands that need them. A command that calls a running server starts three
 * times as fast without.
 */
import { Effect, Layer } from "effect"
import { createDatabase } from "../database/CreatedDatabase.ts"

const main = Effect.andThen(
  createDatabase,
  Effect.promise(() => import("../main.ts"))
)

export const Server = Layer.unwrap(Effect.map(main, ({ Server }) => Server))

export const Idle = Layer.unwrap(Effect.map(main, ({ Idle }) => Idle))

/** The operator's routes in this process. */
export const OperatorInProcess = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("../transport/operator/InProcess.ts")),
    ({ OperatorInProcess }) => OperatorInProcess
  )
)
