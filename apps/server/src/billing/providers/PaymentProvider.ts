/**
 * The payment port: what whoever takes the money must do. The provider's own objects are the truth; an event only
 * names one to fetch again, so that lost, doubled and reordered events do no harm.
 */
import type { AccountId, PlanName } from "@heddle/api"
import { Context, type Effect, type Option, Schema, type Stream } from "effect"
import type { PurchaseId } from "../../runtime/Ids.ts"

/** The provider did not answer or could not do it now; the same call may be made again. */
export class PaymentUnavailable extends Schema.TaggedError<PaymentUnavailable>()("PaymentUnavailable", {
  detail: Schema.String
}) {
  override readonly message = this.detail
}

/** What the provider will not do, in words that say what to do instead. */
export class PaymentRefused extends Schema.TaggedError<PaymentRefused>()("PaymentRefused", { detail: Schema.String }) {
  override readonly message = this.detail
}

/** An event as it came in: nothing of it is believed before `parseEvent`. */
export interface RawEvent {
  readonly body: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface CheckoutRequest {
  /** The idempotency key: the same purchase always gives the same checkout. */
  readonly purchaseId: PurchaseId
  readonly accountId: AccountId
  readonly kind: "plan" | "renewal" | "top_up"
  readonly plan: PlanName
  readonly credits: number
  readonly priceCents: number
}

export interface Checkout {
  readonly ref: string
  /** Where the customer pays; null where there is no such page. */
  readonly url: string | null
}

/** A payment as the provider knows it now. */
export interface ProviderPayment {
  /** The provider's key of the payment, such as a checkout session of a top-up or an invoice of a plan. */
  readonly ref: string
  /** The purchase whose checkout it is; null for a renewal the provider made by itself. */
  readonly purchaseId: PurchaseId | null
  /** The provider's subscription, where plans renew by themselves. */
  readonly subscriptionRef: string | null
  /** What a month was paid for; null for top-ups. */
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
    /** Whether a paid plan goes on at the provider without us; otherwise renewals are purchases that we open. */
    readonly renewsByItself: boolean
    createCheckout(request: CheckoutRequest): Effect.Effect<Checkout, PaymentUnavailable>
    /** Verifies an event and answers which object to fetch. */
    parseEvent(raw: RawEvent): Effect.Effect<{ readonly ref: string }, PaymentRefused>
    /** Events that come in without an HTTP route of ours. */
    readonly events: Stream.Stream<RawEvent>
    /** By the reference of a checkout or of a payment. */
    fetch(ref: string): Effect.Effect<Option.Option<ProviderPayment>, PaymentUnavailable>
    /** The newest payments, at most 24, that a subscription made by itself. */
    renewals(subscriptionRef: string): Effect.Effect<ReadonlyArray<ProviderPayment>, PaymentUnavailable>
    /** Gives all of a payment back; once, however often it is called. */
    refund(ref: string): Effect.Effect<void, PaymentUnavailable>
    /** The plan a subscription renews with; null lets it end. */
    setRenewal(subscriptionRef: string, plan: PlanName | null): Effect.Effect<void, PaymentUnavailable>
    /** Somebody says that the money of this checkout came in, where the provider leaves that to people. */
    confirm(checkoutRef: string): Effect.Effect<void, PaymentRefused | PaymentUnavailable>
  }
>()("@heddle/server/billing/providers/PaymentProvider") {}
