/** The product's services over a test database, with a fixed encryption key and loopback receivers allowed. */
import { NodeServices } from "@effect/platform-node"
import { assert } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { checkLedger } from "../../src/credits/LedgerCheck.ts"
import { ServicesNoDeps } from "../../src/main.ts"
import { Secrets } from "../../src/Secrets.ts"

/** Whatever a suite did, the ledger's equation holds when it ends. */
const LedgerProof = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.addFinalizer(() =>
      Effect.map(Effect.provideService(checkLedger, SqlClient.SqlClient, sql), (faults) =>
        assert.deepStrictEqual(faults, [])
      )
    )
  })
)

export const TestServices = Layer.mergeAll(ServicesNoDeps, LedgerProof).pipe(
  Layer.provideMerge(Secrets.layerFromKey(new Uint8Array(32).fill(7))),
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true" }))),
  Layer.provide(NodeServices.layer)
)
