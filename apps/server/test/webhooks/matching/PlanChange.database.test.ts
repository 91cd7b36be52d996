/** What a change of plan that was bought means for rules (service.md, "Evaluation" 11). */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import { Subscriptions } from "../../../src/billing/purchases/Subscriptions.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { buy, newAccount, reconcile } from "../../support/Billing.ts"
import { TestServices } from "../../support/TestServices.ts"
import { writePosts } from "../../support/Webhooks.ts"
import { PurchaseId } from "../../../src/runtime/Ids.ts"

const hour = 3_600_000

onAnyDatabase("A change of plan", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("down to Lite rules are kept and rest from the period's end; back up the whole window is checked", () =>
      Effect.gen(function* () {
        const { run } = yield* Round
        const endpoints = yield* Endpoints
        const purchases = yield* Purchases
        const account = yield* newAccount
        yield* buy(account, "standard")
        const endpoint = yield* endpoints.create(account, "https://example.com/hooks")
        yield* endpoints.createRule(account, endpoint.id, { keyword: "台積電", likeCount: 10 })
        const post = (code: string) =>
          Effect.flatMap(Clock.currentTimeMillis, (time) => writePosts([{ code, post_timestamp: time / 1000 - 60 }]))

        yield* purchases.subscribe(account, "lite")
        const end = (yield* (yield* Subscriptions).state(account)).paidUntil?.getTime() ?? 0
        yield* TestClock.setTime(end - 24 * hour)
        yield* reconcile
        const renewal = (yield* purchases.list(account)).find(({ kind }) => kind === "renewal")
        assert.deepInclude(renewal, { plan: "lite", priceCents: 3_000, state: "pending" })
        yield* purchases.confirm(renewal?.id ?? PurchaseId.make("buy_none"))

        yield* TestClock.setTime(end - 1)
        yield* post("last-of-standard")
        assert.strictEqual((yield* run).events, 1)
        yield* TestClock.adjust(1)
        yield* post("on-lite")
        assert.deepInclude(yield* run, { events: 0, rules: 0 })
        assert.strictEqual((yield* endpoints.list(account))[0]?.rules.length, 1)

        yield* TestClock.adjust(23 * hour)
        yield* buy(account, "plus")
        assert.strictEqual((yield* run).events, 1)
        assert.strictEqual((yield* run).events, 0)
      })
    )
  })
})
