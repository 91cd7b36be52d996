/** The payment provider's own page for a customer: invoices, card, address. Some providers have none. */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { requireAccount } from "../../accounts/customers/AccountRows.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { type CustomerPage, PaymentProvider, type PaymentUnavailable } from "../providers/PaymentProvider.ts"
import { type PurchaseRefused, rejections } from "./PurchaseRefused.ts"

export class CustomerPortal extends Context.Service<
  CustomerPortal,
  {
    readonly isOffered: boolean
    /** A fresh address of the page, from which the customer comes back to `returnUrl`. */
    open(
      accountId: AccountId,
      returnUrl: string
    ): Effect.Effect<CustomerPage, UnknownAccount | PurchaseRefused | PaymentUnavailable>
  }
>()("@heddle/server/billing/purchases/CustomerPortal") {
  static readonly layer = Layer.effect(
    CustomerPortal,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const provider = yield* PaymentProvider
      const { customerPortal } = provider
      return CustomerPortal.of({
        isOffered: customerPortal !== undefined,
        open: Effect.fn("CustomerPortal.open")(
          function* (accountId: AccountId, returnUrl: string) {
            if (customerPortal === undefined) return yield* rejections.noCustomerPortal(provider.name)
            yield* requireAccount(sql, accountId)
            return yield* customerPortal(accountId, returnUrl)
          },
          Effect.catchTag("SqlError", Effect.die)
        )
      })
    })
  )
}
