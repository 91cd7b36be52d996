/** Open orders: taken back by the customer, and listed for the operator. */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { audit } from "../../accounts/audit/AuditLog.ts"
import { lockOpenAccount } from "../../accounts/customers/AccountClosing.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { atomically } from "../../database/client/Atomically.ts"
import type { PurchaseId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { PaymentProvider } from "../providers/PaymentProvider.ts"
import { makePurchaseRows, type Purchase } from "./PurchaseRows.ts"
import { type PurchaseRefused, rejections, UnknownPurchase } from "./PurchaseRefused.ts"

export class Orders extends Context.Service<
  Orders,
  {
    /** Takes an order back that nobody has confirmed. Idempotent. */
    cancel(
      accountId: AccountId,
      id: PurchaseId
    ): Effect.Effect<Purchase, UnknownAccount | UnknownPurchase | PurchaseRefused>
    /** Of all accounts: the 200 oldest that wait for payment, or the 200 newest purchases, oldest first. */
    list(isPending: boolean): Effect.Effect<ReadonlyArray<Purchase>>
  }
>()("@heddle/server/billing/purchases/Orders") {
  static readonly layer = Layer.effect(
    Orders,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const provider = yield* PaymentProvider
      const rows = makePurchaseRows(sql)

      const cancel = Effect.fn("Orders.cancel")(
        function* (accountId: AccountId, id: PurchaseId) {
          yield* lockOpenAccount(sql, accountId)
          const purchase = yield* rows.find(id)
          if (purchase?.accountId !== accountId) return yield* new UnknownPurchase({ id })
          if (purchase.state === "cancelled") return purchase
          const { cancel: takeBack } = provider
          if (takeBack === undefined || purchase.provider !== provider.name || purchase.kind === "renewal") {
            return yield* rejections.notToBeCancelled(id)
          }
          if (purchase.state !== "pending") return yield* rejections.notOpen(id, purchase.state)
          // The operator may be confirming it: whoever changes the payment first wins.
          if (!(yield* takeBack({ ...purchase, purchaseId: id }))) return yield* rejections.notOpen(id, "paid")
          yield* audit(sql, accountId, "purchase.cancelled", {
            target: id,
            details: { kind: purchase.kind, priceCents: purchase.priceCents }
          })
          return (yield* rows.cancel(id, yield* now)) ?? purchase
        },
        (effect) => atomically(sql, effect)
      )

      return Orders.of({ cancel, list: (isPending) => Effect.orDie(rows.listAll(isPending)) })
    })
  )
}
