/** The statements of purchases, one each, without policy. Table: `purchases`. */
import type { AccountId, PlanName } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type GrantId, newId, type PurchaseId, type SubscriptionId } from "../../runtime/Ids.ts"
import { plusMillis } from "../../runtime/Time.ts"
import type { Checkout, ProviderPayment } from "../providers/PaymentProvider.ts"

/**
 * `pending → abandoned | paid | refused → refunded → disputed`, forward only. `abandoned`: nobody paid in time.
 * `refused`: paid when it could not buy anything any more; nothing was granted and the money goes back.
 */
export type PurchaseState = "pending" | "abandoned" | "paid" | "refused" | "refunded" | "disputed"

export interface NewPurchase {
  readonly kind: "plan" | "renewal" | "top_up"
  /** What is bought; of a top-up, the plan whose price it has. */
  readonly plan: PlanName
  /** Of top-ups only. */
  readonly units: number | null
  readonly credits: number
  readonly priceCents: number
  /** Of top-ups only: the end of the period it was bought in. */
  readonly expiresAt: Date | null
}

export interface Purchase extends NewPurchase {
  readonly accountId: AccountId
  readonly id: PurchaseId
  readonly provider: string
  readonly checkoutRef: string | null
  readonly checkoutUrl: string | null
  readonly paymentRef: string | null
  readonly state: PurchaseState
  /** Why a payment bought nothing. */
  readonly reason: string | null
  /** Whether the provider still has to be told to give the money back. */
  readonly refundDue: boolean
  readonly refundedCents: number
  readonly grantId: GrantId | null
  readonly subscriptionId: SubscriptionId | null
  /** Credits that were spent or held when the grant was taken back. */
  readonly shortfall: number | null
  readonly createdAt: Date
  readonly changedAt: Date
}

type Outcome = Partial<Pick<Purchase, "reason" | "refundDue" | "grantId" | "subscriptionId" | "shortfall">>

/** Objects are asked for at growing intervals, from this to a day. */
export const firstPollMillis = 60_000
/** A paid purchase is asked for this long, and once more after a pause; credits and months are over by then. */
const watchedPaidDays = 40
/** Purchases of one account waiting for payment. */
export const maxPending = 20
const pollPage = 50
const listLimit = 200

export const makePurchaseRows = (sql: SqlClient.SqlClient) => {
  const first = Effect.map(([row]: ReadonlyArray<Purchase>) => row)

  const insert = Effect.fnUntraced(function* (
    accountId: AccountId,
    provider: string,
    purchase: NewPurchase,
    time: Date
  ) {
    const rows = yield* sql<Purchase>`
      INSERT INTO purchases (account_id, id, kind, plan, units, credits, price_cents, expires_at, provider, poll_at,
        created_at, changed_at)
      VALUES (${accountId}, ${yield* newId("buy")}, ${purchase.kind}, ${purchase.plan}, ${purchase.units},
        ${purchase.credits}, ${purchase.priceCents}, ${purchase.expiresAt}, ${provider},
        ${plusMillis(time, firstPollMillis)}, ${time}, ${time})
      RETURNING *`
    return yield* Effect.fromNullishOr(rows[0])
  }, Effect.orDie)

  const find = (id: PurchaseId) => first(sql<Purchase>`SELECT * FROM purchases WHERE id = ${id}`)

  const findPaid = (provider: string, { purchaseId, ref }: ProviderPayment) =>
    first(
      purchaseId === null
        ? sql<Purchase>`SELECT * FROM purchases WHERE provider = ${provider} AND payment_ref = ${ref}`
        : sql<Purchase>`SELECT * FROM purchases WHERE provider = ${provider} AND id = ${purchaseId}`
    )

  const pending = (accountId: AccountId, provider: string) => sql<Purchase>`
    SELECT * FROM purchases WHERE account_id = ${accountId} AND provider = ${provider} AND state = 'pending'`

  const list = (accountId: AccountId) => sql<Purchase>`
    SELECT * FROM purchases WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC LIMIT ${listLimit}`

  const setCheckout = (id: PurchaseId, { ref, url }: Checkout) =>
    first(sql<Purchase>`
      UPDATE purchases SET checkout_ref = ${ref}, checkout_url = ${url} WHERE id = ${id} RETURNING *`)

  /** What the provider told: the new state and what came of it. */
  const advance = Effect.fnUntraced(function* (
    { id }: Purchase,
    state: PurchaseState,
    object: ProviderPayment,
    outcome: Outcome,
    time: Date
  ) {
    const final = state === "abandoned" || state === "refunded" || state === "disputed"
    const rows = yield* sql<Purchase>`
      UPDATE purchases SET state = ${state}, changed_at = ${time},
        payment_ref = ${state === "abandoned" ? null : object.ref},
        refunded_cents = greatest(refunded_cents, ${object.refundedCents}),
        reason = coalesce(${outcome.reason ?? null}, reason), refund_due = ${outcome.refundDue ?? false},
        grant_id = coalesce(${outcome.grantId ?? null}, grant_id),
        subscription_id = coalesce(${outcome.subscriptionId ?? null}, subscription_id),
        shortfall = coalesce(${outcome.shortfall ?? null}, shortfall),
        poll_at = ${final ? null : plusMillis(time, firstPollMillis)}::timestamptz
      WHERE id = ${id} RETURNING *`
    return yield* Effect.fromNullishOr(rows[0])
  }, Effect.orDie)

  /** A part of the money went back; that takes no credits. */
  const notePartialRefund = ({ id }: Purchase, cents: number) =>
    first(sql<Purchase>`
      UPDATE purchases SET refunded_cents = greatest(refunded_cents, ${cents}) WHERE id = ${id} RETURNING *`)

  const orderRefund = (id: PurchaseId, time: Date) =>
    first(sql<Purchase>`
      UPDATE purchases SET refund_due = true, poll_at = ${time}
      WHERE id = ${id} AND state = 'paid' AND payment_ref IS NOT NULL RETURNING *`)

  /** Renewals waiting for payment, except of this plan, are not wanted any more. */
  const abandonRenewals = (accountId: AccountId, except: PlanName | null, time: Date) => sql`
    UPDATE purchases SET state = 'abandoned', poll_at = NULL, changed_at = ${time}
    WHERE account_id = ${accountId} AND kind = 'renewal' AND state = 'pending' AND plan IS DISTINCT FROM ${except}`

  /** Takes what is to be asked for, and says when to ask again: work is shared among processes. */
  const takeDue = (provider: string, time: Date) => sql<Purchase>`
    UPDATE purchases SET poll_at = CASE
        WHEN state = 'paid' AND poll_at > changed_at + make_interval(days => ${watchedPaidDays}::int) AND NOT refund_due
        THEN NULL
        ELSE ${time}::timestamptz
          + least(greatest((${time}::timestamptz - changed_at) / 2, interval '1 minute'), interval '1 day')
      END
    WHERE id IN (
      SELECT id FROM purchases WHERE poll_at <= ${time} AND provider = ${provider}
      ORDER BY poll_at LIMIT ${pollPage} FOR UPDATE SKIP LOCKED
    )
    RETURNING *`

  return {
    insert,
    find,
    findPaid,
    pending,
    list,
    setCheckout,
    advance,
    notePartialRefund,
    orderRefund,
    abandonRenewals,
    takeDue
  }
}
