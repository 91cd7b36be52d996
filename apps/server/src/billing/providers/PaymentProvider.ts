/**
 * The port to a payment provider. The provider's objects are the source of truth; an event only names one to fetch
 * again, so that lost, duplicated and reordered events do no harm.
 */
import type { AccountId, PlanName } from "@heddle/api"
import { Context, type Effect, type Option, Schema, type Stream } from "effect"
import type { PurchaseId } from "../../runtime/Ids.ts"

/** The provider did not answer or failed temporarily; the call may be repeated. */
export class PaymentUnavailable extends Schema.TaggedError<PaymentUnavailable>()("PaymentUnavailable", {
  detail: Schema.String
}) {
  override readonly message = this.detail
}

/** The provider rejected the call. `detail` says what to do instead. */
export class PaymentRefused extends Schema.TaggedError<PaymentRefused>()("PaymentRefused", { detail: Schema.String }) {
  override readonly message = this.detail
}

/** An event as received; untrusted until `parseEvent` has verified it. */
export interface RawEvent {
  readonly body: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface CheckoutRequest {
  /** The idempotency key: the same purchase always returns the same checkout. */
  readonly purchaseId: PurchaseId
  readonly accountId: AccountId
  readonly kind: "plan" | "renewal" | "top_up"
  readonly plan: PlanName
  readonly credits: number
  readonly priceCents: number
}

export interface Checkout {
  readonly ref: string
  /** Where the customer pays; null without such a page. */
  readonly url: string | null
}

/** A page of the provider for one customer, for a short time. */
export interface CustomerPage {
  readonly url: string
}

/** A payment in its current state at the provider. */
export interface ProviderPayment {
  /** The provider's id of the payment, such as a checkout session of a top-up or an invoice of a plan. */
  readonly ref: string
  /** The purchase of its checkout; null for a renewal created by the provider. */
  readonly purchaseId: PurchaseId | null
  /** The provider's subscription; null when the provider does not renew plans. */
  readonly subscriptionRef: string | null
  /** The plan that was paid; null for top-ups. */
  readonly plan: PlanName | null
  readonly state: "open" | "paid" | "expired"
  readonly amountCents: number
  readonly refundedCents: number
  readonly disputed: boolean
}

export class PaymentProvider extends Context.Service<
  PaymentProvider,
  {
    readonly name: string
    /** Whether the provider renews plans automatically; otherwise we open a purchase for each renewal. */
    readonly renewsByItself: boolean
    createCheckout(request: CheckoutRequest): Effect.Effect<Checkout, PaymentUnavailable>
    /** Verifies an event and returns which object to fetch; null when no payment depends on it. */
    parseEvent(raw: RawEvent): Effect.Effect<{ readonly ref: string | null }, PaymentRefused>
    /** Events that do not arrive through an HTTP route of ours. */
    readonly events: Stream.Stream<RawEvent>
    /** By the reference of a checkout, of a payment, or of what an event named. */
    fetch(ref: string): Effect.Effect<Option.Option<ProviderPayment>, PaymentUnavailable>
    /** The newest automatic payments of a subscription, at most 24. */
    renewals(subscriptionRef: string): Effect.Effect<ReadonlyArray<ProviderPayment>, PaymentUnavailable>
    /** Refunds a payment in full. Idempotent. */
    refund(ref: string): Effect.Effect<void, PaymentUnavailable>
    /** Sets the plan that a subscription renews with; null ends it. Refused when the subscription is over. */
    setRenewal(subscriptionRef: string, plan: PlanName | null): Effect.Effect<void, PaymentRefused | PaymentUnavailable>
    /** Confirms by hand that the money for this checkout has arrived, for providers that need it. */
    confirm(checkoutRef: string): Effect.Effect<void, PaymentRefused | PaymentUnavailable>
    /**
     * For a provider whose orders are paid by hand. Within the caller's transaction: takes an order back; false when it
     * was confirmed before. A cancelled order cannot be confirmed.
     */
    readonly cancel?: (request: CheckoutRequest) => Effect.Effect<boolean>
    /** Opens the provider's page for invoices and cards of this account, for providers that have one. */
    customerPortal?(accountId: AccountId, returnUrl: string): Effect.Effect<CustomerPage, PaymentUnavailable>
  }
>()("@heddle/server/billing/providers/PaymentProvider") {}
