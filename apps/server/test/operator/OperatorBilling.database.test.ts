/** Plans and payments as an operator's commands reach them: through the operator port of a running server. */
import { AccountId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { OperatorClient } from "../../src/operator/OperatorClient.ts"
import { operatorClientAt } from "../../src/operator/OperatorClientAt.ts"
import { call, customer, operate, ServedApi } from "../support/ServedApi.ts"
import type { PurchaseId } from "../../src/runtime/Ids.ts"

const remote = Effect.gen(function* () {
  const { operatorUrl } = yield* ServedApi
  const context = yield* Layer.build(operatorClientAt(operatorUrl).pipe(Layer.provide(FetchHttpClient.layer)))
  return Context.get(context, OperatorClient).billing
})

onAnyDatabaseWith("Plans and payments on the operator port", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("a customer buys, tops up, changes and is given back, and the balance shows it", () =>
    Effect.gen(function* () {
      const billing = yield* remote
      const { id, key } = yield* customer()
      const params = { account_id: AccountId.make(id) }
      const one = (purchase_id: typeof PurchaseId.Type) => ({ params: { purchase_id } })
      const balance = Effect.map(call("/balance", { key }), ({ json }) => Object(json["data"]))

      const { purchase, account } = yield* billing.subscribe({ params, payload: { plan: "standard" } })
      assert.isNotNull(purchase)
      assert.deepInclude(account, { plan: null, next_plan: null })
      assert.isNull((yield* balance)["plan"])
      const search = yield* call("/post/search?keywords=x&limit=1", { key })
      assert.strictEqual(search.status, 403)

      assert.deepInclude(yield* billing.confirm(one(purchase.id)), { state: "paid", price_usd: 100 })
      // Paid by hand, so nothing renews by itself.
      assert.deepStrictEqual((yield* balance)["plan"], { name: "standard", renews_at: null, webhooks: true })
      const topUp = yield* billing.topUp({ params, payload: { credits: 20_000 } })
      assert.deepInclude(topUp, { state: "pending", price_usd: 20, kind: "top_up" })
      yield* billing.confirm(one(topUp.id))
      assert.strictEqual((yield* balance)["remaining_credits"], 120_000)

      const lower = yield* billing.subscribe({ params, payload: { plan: "lite" } })
      assert.deepInclude(lower, { id: null, purchase: null })
      assert.deepInclude(lower.account, { plan: "standard", next_plan: "lite", renews_by_itself: false })
      assert.deepInclude(yield* billing.cancelPlan({ params }), { next_plan: null })
      assert.deepInclude(yield* billing.resumePlan({ params }), { next_plan: "standard" })

      const refunded = yield* billing.refund(one(topUp.id))
      assert.deepInclude(refunded, { state: "refunded", refunded_usd: 20, shortfall: 0 })
      yield* billing.refund(one(purchase.id))
      assert.deepInclude(yield* balance, { plan: null, remaining_credits: 0 })
      assert.deepStrictEqual(
        (yield* billing.purchases({ params })).map(({ kind, state }) => [kind, state]),
        [
          ["top_up", "refunded"],
          ["plan", "refunded"]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("errors say why", () =>
    Effect.gen(function* () {
      const { id } = yield* customer({ plan: "lite" })
      const path = `/accounts/${id}`
      const cases: ReadonlyArray<readonly [string, unknown, number, string]> = [
        [`${path}/subscription`, { plan: "lite" }, 409, "already on API Lite"],
        [`${path}/subscription`, { plan: "gold" }, 400, "plan: must be one of lite, standard, plus, premium"],
        [`${path}/subscription`, {}, 400, "plan: is required"],
        [`${path}/subscription/cancel`, undefined, 409, "no subscription to cancel"],
        [`${path}/subscription/resume`, undefined, 409, "no subscription to resume"],
        [`${path}/top-ups`, { credits: 10_000 }, 409, "need API Standard or higher; the account is on API Lite"],
        [`${path}/top-ups`, { credits: 15_000 }, 400, "must be a multiple of 10,000, up to 10,000,000"],
        [`${path}/top-ups`, { credits: 10_010_000 }, 400, "must be a multiple of 10,000, up to 10,000,000"],
        ["/accounts/acct_none/subscription", { plan: "lite" }, 404, "There is no account acct_none."],
        ["/accounts/acct_none/top-ups", { credits: 10_000 }, 404, "There is no account acct_none."],
        ["/payments/buy_none/confirm", undefined, 404, "There is no purchase buy_none."],
        ["/payments/buy_none/refund", undefined, 404, "There is no purchase buy_none."]
      ]
      for (const [route, json, status, detail] of cases) {
        const answer = yield* operate(route, { method: "POST", ...(json === undefined ? {} : { json }) })
        assert.strictEqual(answer.status, status, `${route}: ${answer.text}`)
        assert.include(String(answer.json["detail"]), detail)
      }
      const list = yield* operate("/accounts/acct_none/purchases")
      assert.strictEqual(list.status, 404)
      const subscribed = yield* operate(`${path}/subscription`, { method: "POST", json: { plan: "plus" } })
      const refund = yield* operate(`/payments/${String(subscribed.json["id"])}/refund`, { method: "POST" })
      assert.strictEqual(refund.status, 409)
      assert.include(String(refund.json["detail"]), "is pending; only paid purchases can be refunded")
    })
  )
})
