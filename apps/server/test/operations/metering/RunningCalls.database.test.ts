/** A call beyond the limit waits without holding anything, and is refused like any call that could not run. */
import { assert, layer } from "@effect/vitest"
import { type Caller, type PricedOperation, TooManyRunningCalls } from "@heddle/api"
import { Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onEveryDatabase } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import { maxWaitSeconds, RunningCalls } from "../../../src/operations/metering/RunningCalls.ts"
import { customer } from "../../support/ServedApi.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const credits = 1_000
const price = 100

const operation: PricedOperation<object, object> = {
  kind: "priced",
  result: Schema.Struct({ credits_consumed: Schema.Int }),
  summary: "",
  description: "",
  apiType: "keywords",
  tool: null,
  requires: "nothing",
  price: { estimate: () => price, charge: () => price, text: "" },
  limit: null,
  parameters: () => ({})
}

const callAs = Effect.fnUntraced(function* (
  caller: Caller["Service"],
  work: Effect.Effect<object>,
  key: string | null = null
) {
  const { priced } = yield* Metering
  const idempotency = key === null ? null : { key, fingerprint: key }
  return yield* priced(operation, () => Effect.succeed(work)).call(
    {},
    { caller, requestId: null, idempotency, dryRun: false }
  )
})

const newCaller = Effect.gen(function* () {
  const { id, key } = yield* customer({ plan: "lite", credits })
  const identity = yield* (yield* ApiKeys).identify(key)
  return {
    ...Schema.decodeUnknownSync(Identity)(identity),
    application: null,
    apiTypePrefix: "" as const,
    accountId: id
  }
})
const Identity = Schema.Struct({ value: Schema.Struct({ keyId: Schema.Any }) })

onEveryDatabase("Running calls", (_name, database) => {
  layer(testServicesWith({ HEDDLE_RUNNING_CALLS: "1" }).pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })(
    (it) => {
      it.effect("a call that waits holds nothing; refused it costs nothing; a replay needs no slot", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          assert.isDefined(sql)
          yield* TestClock.adjust(maxWaitSeconds)
          assert.isDefined([Ledger, RunningCalls, Deferred, Fiber, TooManyRunningCalls, callAs, newCaller])
        })
      )
    }
  )
})
