/** The operator client of commands. Only those that use it load the operator's API. */
import { Effect, Layer } from "effect"

const connection = Effect.promise(() => import("./OperatorConnection.ts"))

/** Calls the server running on this data folder, or else its routes in this process. */
export const OperatorAccess = Layer.unwrap(Effect.map(connection, ({ OperatorConnection }) => OperatorConnection))

/** A client of the server running on this data folder, if there is one. */
export const runningOperator = Effect.flatMap(connection, ({ runningOperator }) => runningOperator)
