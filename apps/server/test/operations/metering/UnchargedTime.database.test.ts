/** Calls that cost nothing may take some time of each minute; calls that are charged are not bounded by it. */
import { assert } from "@effect/vitest"
import { type AccountId, Envelope, type PricedOperation } from "@heddle/api"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import { customer } from "../../support/ServedApi.ts"
import { TestServices } from "../../support/TestServices.ts"

interface Found {
  readonly rows: number
}

const result = Envelope("Rows.", { rows: Schema.Int })

const operation: PricedOperation<object, Found> = {
  kind: "priced",
  result,
  kept: result.kept,
  summary: "",
  description: "",
  apiType: "keywords",
  tool: null,
  requires: "nothing",
  price: { estimate: () => 1, charge: (_request, { rows }) => rows, chargeFirst: () => 1, text: "" },
  limit: null,
  parameters: () => ({})
}

/** A call that takes so many seconds and ends like this. */
const calling = <E>(accountId: AccountId, seconds: number, end: Effect.Effect<Found, E>) =>
  Effect.gen(function* () {
    const clock = yield* Effect.context()
    const work = Effect.andThen(TestClock.adjust(`${seconds} seconds`), end)
    const { priced } = yield* Metering
    const { call } = priced(operation, () => Effect.succeed(Effect.provideContext(work, clock)))
    const caller = { accountId, keyId: null, application: "tests", apiTypePrefix: "" } as const
    const answer = yield* Effect.exit(
      call({}, { caller, requestId: null, idempotency: null, dryRun: false, fits: null })
    )
    return JSON.stringify(answer)
  })

const nothing = Effect.succeed({ rows: 0 })
const ends = {
  "finds nothing": nothing,
  fails: Effect.fail({ _tag: "Failed" }),
  "is broken off": Effect.interrupt
}

onAnyDatabaseWith("The time of uncharged calls", { services: TestServices }, (it) => {
  for (const [name, end] of Object.entries(ends)) {
    it.effect(`is bounded when a call ${name}, for its account alone and for a minute`, () =>
      Effect.gen(function* () {
        const [one, other] = [yield* customer({ credits: 100 }), yield* customer({ credits: 100 })]
        const isRefused = (text: string) => text.includes("have taken 30 of the last 60 seconds")
        for (let call = 0; call < 4; call++) {
          assert.isFalse(isRefused(yield* calling(one.id, 8, end)), `call ${call}`)
        }
        assert.isTrue(isRefused(yield* calling(one.id, 0, nothing)))
        assert.isFalse(isRefused(yield* calling(other.id, 0, nothing)))
        yield* TestClock.adjust("61 seconds")
        assert.isFalse(isRefused(yield* calling(one.id, 0, nothing)))
      })
    )
  }

  it.effect("does not bound calls that are charged", () =>
    Effect.gen(function* () {
      const { id } = yield* customer({ credits: 100 })
      for (let call = 0; call < 8; call++) {
        assert.include(yield* calling(id, 9, Effect.succeed({ rows: 1 })), '"credits_consumed":1')
      }
    })
  )
})
