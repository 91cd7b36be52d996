/** A coordinator and a worker. */
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import * as PostgresServer from "./PostgresServer.ts"

const settings = [
  "shared_preload_libraries = 'citus'",
  "max_prepared_transactions = 300",
  "jit = off",
  "citus.node_conninfo = 'sslmode=disable'",
  "citus.enable_statistics_collection = off"
]

/** Of the programs in this folder. */
export const startCitus = Effect.fn("startCitus")(function* (folder: string) {
  const password = randomBytes(12).toString("hex")
  const start = PostgresServer.start({ inMemory: true, folder, password, settings })
  const [coordinator, worker] = yield* Effect.all([start, start], { concurrency: 2 })
  return { coordinator: coordinator.url, worker: worker.url }
})
