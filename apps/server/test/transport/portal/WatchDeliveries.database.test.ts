/** The live feed of the portal over a real connection. */
import { assert } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { logAttempt } from "../../support/LoggedAttempts.ts"
import { AttemptFeed } from "../../../src/webhooks/listening/AttemptFeed.ts"
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
        Stream.map((item) => (item._tag === "Delivery" ? item.delivery.id : item._tag)),
        Stream.tap((name) => Effect.sync(() => seen.push(name))),
        Stream.take(4),
        Stream.runCollect,
        Effect.forkScoped
      )
      while (seen.length < 2) yield* Effect.sleep("50 millis")
      yield* logAttempt(other.accountId, endpointId)
      const first = yield* logAttempt(accountId, endpointId)
      const second = yield* logAttempt(accountId, endpointId)
      assert.deepStrictEqual(yield* Fiber.join(watching), [before, "Start", first, second])
      const [oldest] = yield* Stream.runCollect(Stream.take(portal["deliveries.WatchDeliveries"](), 1))
      assert.deepInclude(oldest, { host: "hooks.example.com", keyword: null, caption: null })
    })
  )

  it.effect("says that it has begun even if nothing was ever sent", () =>
    Effect.gen(function* () {
      const { portal } = yield* portalUser({ plan: "standard" })
      const seen = yield* Stream.runCollect(Stream.take(portal["deliveries.WatchDeliveries"](), 1))
      assert.deepStrictEqual(seen, [{ _tag: "Start" }])
    })
  )

  it.effect("has room for accounts with a plan, however many have none", () =>
    Effect.gen(function* () {
      const feed = yield* AttemptFeed
      for (let account = 0; account < 10; account++) {
        const id = yield* newId("acct")
        for (let open = 0; open < 5; open++) yield* feed.open(id, false)
      }
      const stranger = yield* portalUser()
      const refused = yield* Effect.flip(Stream.runDrain(stranger.portal["deliveries.WatchDeliveries"]()))
      assert.deepInclude(refused, { _tag: "PortalProblem", detail: "Too many streams are open. Try again later." })
      const { portal, accountId } = yield* portalUser({ plan: "lite" })
      const id = yield* logAttempt(accountId, yield* newId("ep"))
      const [seen] = yield* Stream.runCollect(Stream.take(portal["deliveries.WatchDeliveries"](), 1))
      assert.nestedPropertyVal(seen, "delivery.id", id)
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
