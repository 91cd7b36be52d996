/**
 * Stripe's page on which customers see their invoices and change their card and address. Plans are changed here and not
 * there: our own configuration leaves that out, and needs no set-up by hand.
 */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import type { Stripe } from "stripe"
import { StripeClient } from "./StripeClient.ts"
import type { makeCustomers } from "./StripeCustomers.ts"

type Customers = Effect.Success<ReturnType<typeof makeCustomers>>

/** Raised when `features` changes: a configuration of another version is left alone. */
const version = "1"
const versionKey = "heddle_version"
const page = 100

const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false }
}

export const makePortal = Effect.fnUntraced(function* (customers: Customers) {
  const stripe = yield* StripeClient
  let known: string | undefined

  const configuration = Effect.gen(function* () {
    if (known !== undefined) return known
    const { data } = yield* stripe.use("list portal configurations", ({ billingPortal }) =>
      billingPortal.configurations.list({ active: true, limit: page })
    )
    const ours = data.find(({ metadata }) => metadata?.[versionKey] === version)
    known = (ours ?? (yield* create)).id
    return known
  })

  const create = stripe.use("create portal configuration", ({ billingPortal }) =>
    billingPortal.configurations.create(
      { features, metadata: { [versionKey]: version } },
      { idempotencyKey: `portal configuration ${version}` }
    )
  )

  return Effect.fn("StripePortal.open")(function* (accountId: AccountId, return_url: string) {
    const used = yield* configuration
    return yield* customers.withCustomer(accountId, (customer) =>
      stripe.use("open portal", ({ billingPortal }) =>
        billingPortal.sessions.create({ customer, return_url, configuration: used })
      )
    )
  })
})
