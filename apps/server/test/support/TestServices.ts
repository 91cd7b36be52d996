/** The product's services over a test database: a fixed encryption key, cheap passwords, loopback receivers, any number of requests. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PasswordCost } from "../../src/accounts/sign-in/Password.ts"
import { checkLedger } from "../../src/credits/ledger/LedgerCheck.ts"
import { type LiveSource, LiveSources } from "../../src/live/LiveSource.ts"
import { LiveLayer } from "../../src/live/Live.ts"
import { ServicesNoDeps } from "../../src/main.ts"
import { Secrets } from "../../src/runtime/Secrets.ts"

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

const settings = {
  HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true",
  HEDDLE_RATE_LIMIT: "0",
  HEDDLE_RUNNING_CALLS: "0",
  HEDDLE_WEBHOOK_TEST_LIMIT: "0",
  HEDDLE_WEBHOOK_PREVIEW_LIMIT: "0"
}

/** With settings of its own, and sources that can be read live. */
export const testServicesWith = (own: Readonly<Record<string, string>>, ...sources: ReadonlyArray<LiveSource>) =>
  Layer.mergeAll(LiveLayer, LedgerProof).pipe(
    Layer.provide(LiveSources.layerOf(...sources)),
    Layer.provideMerge(ServicesNoDeps),
    Layer.provideMerge(Secrets.layerFromKeys(new Uint8Array(32).fill(7))),
    // A test waits for no password; the processes of the system tests hash them at their real cost.
    Layer.provideMerge(Layer.succeed(PasswordCost, 2 ** 4)),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ ...settings, ...own }))),
    Layer.provide(NodeServices.layer)
  )

export const TestServices = testServicesWith({})
