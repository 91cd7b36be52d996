/** Orders that are paid by hand: their mails, and a cancellation against the operator's confirmation. */
import type { AccountId, PlanName } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Orders } from "../../../src/billing/purchases/Orders.ts"
import { maxPending } from "../../../src/billing/purchases/PurchaseRows.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { operatorMail, providers } from "../../support/Billing.ts"
import { newAccountId } from "../../support/NewAccount.ts"
import { mailsTo } from "../../support/SignIn.ts"

const order = Effect.fnUntraced(function* (accountId: AccountId, plan: PlanName = "standard") {
  const ordered = yield* (yield* Purchases).subscribe(accountId, plan)
  return ordered.outcome === "checkout" ? ordered.purchase : yield* Effect.die(new Error("not for sale"))
})

const grantsOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 FROM credit_grants WHERE account_id = ${accountId}`).length
})

onAnyDatabase("Orders", (_name, database) => {
  const [manual] = providers
  layer(manual.layer.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })("paid by hand", (it) => {
    it.effect("are mailed to the operator once, with the command that confirms them, and listed", () =>
      Effect.gen(function* () {
        const account = yield* newAccountId
        const [first] = yield* Effect.all([order(account), order(account), order(account)], { concurrency: 3 })
        const mails = (yield* mailsTo(operatorMail)).filter(({ body }) => body.includes(account))
        assert.strictEqual(mails.length, 1)
        assert.include(mails[0]?.body, `heddle payments confirm --purchase ${first.id}`)
        const listed = yield* (yield* Orders).list(true)
        assert.include(
          listed.map(({ id }) => id),
          first.id
        )
      })
    )

    it.effect("are cancelled as often as one likes, by their own account, and then cannot be confirmed", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const [account, other] = [yield* newAccountId, yield* newAccountId]
        const { id } = yield* order(account)
        assert.strictEqual((yield* Effect.flip(orders.cancel(other, id)))._tag, "UnknownPurchase")
        assert.strictEqual((yield* orders.cancel(account, id)).state, "cancelled")
        assert.strictEqual((yield* orders.cancel(account, id)).state, "cancelled")
        assert.strictEqual((yield* Effect.flip((yield* Purchases).confirm(id)))._tag, "PurchaseRefused")
        assert.strictEqual(yield* grantsOf(account), 0)
        assert.notStrictEqual((yield* order(account)).id, id)
      })
    )

    it.effect("are either cancelled or confirmed when both come at once", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const purchases = yield* Purchases
        for (let round = 0; round < 20; round++) {
          const account = yield* newAccountId
          const { id } = yield* order(account)
          const cancelled = Effect.map(Effect.result(orders.cancel(account, id)), Result.isSuccess)
          const confirmed = Effect.map(Effect.result(purchases.confirm(id)), Result.isSuccess)
          const both = round % 2 === 0 ? [cancelled, confirmed] : [confirmed, cancelled]
          assert.sameMembers(yield* Effect.all(both, { concurrency: 2 }), [true, false])
          const [purchase] = yield* purchases.list(account)
          assert.strictEqual(yield* grantsOf(account), purchase?.state === "paid" ? 1 : 0)
        }
        assert.deepStrictEqual(yield* checkLedger, [])
      })
    )

    it.effect("cannot be made and cancelled without end, because each sends mail", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        const account = yield* newAccountId
        for (let made = 0; made < maxPending; made++) yield* orders.cancel(account, (yield* order(account)).id)
        const refused = yield* Effect.flip((yield* Purchases).subscribe(account, "standard"))
        assert.strictEqual(refused._tag === "PurchaseRefused" && refused.reason, "too_many_pending")
      })
    )
  })
})
