/** The live feed of the portal over a real connection. */
import { assert } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { logAttempt } from "../../support/LoggedAttempts.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"

onAnyDatabaseWith("The live feed", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("begins with the newest attempts and goes on with those that finish, of this account alone", () =>
    Effect.gen(function* () {
      const { portal, accountId } = yield* portalUser({ plan: "standard" })
      const other = yield* portalUser({ plan: "standard" })
      const endpointId = yield* newId("ep")
      const before = yield* logAttempt(accountId, endpointId)
      const seen: Array<string> = []
      const watching = yield* portal["deliveries.WatchDeliveries"]().pipe(
        Stream.tap(({ delivery }) => Effect.sync(() => seen.push(delivery.id))),
        Stream.take(3),
        Stream.runCollect,
        Effect.forkScoped
      )
      while (seen.length < 1) yield* Effect.sleep("50 millis")
      yield* logAttempt(other.accountId, endpointId)
      const first = yield* logAttempt(accountId, endpointId)
      const second = yield* logAttempt(accountId, endpointId)
      const items = yield* Fiber.join(watching)
      assert.deepStrictEqual(
        items.map(({ delivery }) => delivery.id),
        [before, first, second]
      )
      assert.deepInclude(items[0], { host: "hooks.example.com", keyword: null, caption: null })
    })
  )

  it.effect("has a bound for each account", () =>
    Effect.gen(function* () {
      const { portal } = yield* portalUser()
      const open = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
        Effect.forkScoped(Stream.runDrain(portal["deliveries.WatchDeliveries"]()))
      )
      yield* Effect.sleep("500 millis")
      const refused = yield* Effect.flip(Stream.runDrain(portal["deliveries.WatchDeliveries"]()))
      assert.deepInclude(refused, { _tag: "PortalProblem", code: "rate_limited" })
      yield* Fiber.interruptAll(open)
    })
  )
})
