/** The statements on `purchases`, without policy. */
import type { AccountId, PlanName } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type GrantId, newId, type PurchaseId, type SubscriptionId } from "../../runtime/Ids.ts"
import { plusMillis } from "../../runtime/Time.ts"
import type { Checkout, ProviderPayment } from "../providers/PaymentProvider.ts"

/**
 * `pending → abandoned | cancelled | paid | refused → refunded → disputed`, forward only. `abandoned`: not paid in
 * time. `cancelled`: taken back by the customer.
 * `refused`: paid too late to be honoured; nothing was granted and the money is refunded.
 */
export type PurchaseState = "pending" | "abandoned" | "cancelled" | "paid" | "refused" | "refunded" | "disputed"

export interface NewPurchase {
  readonly kind: "plan" | "renewal" | "top_up"
  /** The plan bought; for a top-up, the plan that sets its price. */
  readonly plan: PlanName
  /** Top-ups only. */
  readonly units: number | null
  readonly credits: number
  readonly priceCents: number
  /** Top-ups only: the end of the period in which it was bought. */
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
  /** Why a payment was not honoured. */
  readonly reason: string | null
  /** Whether a refund must still be ordered from the provider. */
  readonly refundDue: boolean
  readonly refundedCents: number
  readonly grantId: GrantId | null
  readonly subscriptionId: SubscriptionId | null
  /** Credits that were spent or held when the grant was revoked. */
  readonly shortfall: number | null
  readonly createdAt: Date
  readonly changedAt: Date
  readonly paidAt: Date | null
}

export interface DuePurchase extends Purchase {
  /** Whether an answer ends the polling. */
  readonly isLastPoll: boolean
}

type PaymentResult = Partial<Pick<Purchase, "reason" | "refundDue" | "grantId" | "subscriptionId" | "shortfall">>

/** Poll intervals grow from this to a day. The buyer waits this long when the provider's event is lost. */
export const firstPollMillis = 10_000
/**
 * A purchase that is paid or abandoned is polled for this long, and until the provider has answered twice after it: one
 * answer may be outdated. Its credits have expired by then.
 */
const pollPaidDays = 40
/** Pending purchases of one account, with those it cancelled within a day: each sends a mail. */
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

  const cancelledSince = (accountId: AccountId, since: Date) =>
    Effect.map(
      sql<{ count: number }>`
        SELECT count(*) AS count FROM purchases
        WHERE account_id = ${accountId} AND state = 'cancelled' AND changed_at > ${since}`,
      ([row]) => row?.count ?? 0
    )

  const cancel = (id: PurchaseId, time: Date) =>
    first(sql<Purchase>`
      UPDATE purchases SET state = 'cancelled', poll_at = NULL, changed_at = ${time} WHERE id = ${id} RETURNING *`)

  /** Of all accounts, oldest first: the oldest that are pending, or the newest of all. */
  const listAll = (isPending: boolean) =>
    isPending
      ? sql<Purchase>`SELECT * FROM purchases WHERE state = 'pending' ORDER BY created_at, id LIMIT ${listLimit}`
      : sql<Purchase>`
          SELECT * FROM (SELECT * FROM purchases ORDER BY created_at DESC, id DESC LIMIT ${listLimit}) newest
          ORDER BY created_at, id`

  const setCheckout = (id: PurchaseId, { ref, url }: Checkout) =>
    first(sql<Purchase>`
      UPDATE purchases SET checkout_ref = ${ref}, checkout_url = ${url} WHERE id = ${id} RETURNING *`)

  /** Writes the state the provider reported and its effects. */
  const advance = Effect.fnUntraced(function* (
    { id }: Purchase,
    state: PurchaseState,
    payment: ProviderPayment,
    result: PaymentResult,
    time: Date
  ) {
    const final = state === "abandoned" || state === "refunded" || state === "disputed"
    const rows = yield* sql<Purchase>`
      UPDATE purchases SET state = ${state}, changed_at = ${time},
        paid_at = CASE WHEN ${state === "paid"} THEN ${time}::timestamptz ELSE paid_at END,
        payment_ref = ${state === "abandoned" ? null : payment.ref},
        refunded_cents = greatest(refunded_cents, ${payment.refundedCents}),
        reason = coalesce(${result.reason ?? null}, reason), refund_due = ${result.refundDue ?? false},
        grant_id = coalesce(${result.grantId ?? null}, grant_id),
        subscription_id = coalesce(${result.subscriptionId ?? null}, subscription_id),
        shortfall = coalesce(${result.shortfall ?? null}, shortfall),
        poll_at = ${final ? null : plusMillis(time, firstPollMillis)}::timestamptz
      WHERE id = ${id} RETURNING *`
    return yield* Effect.fromNullishOr(rows[0])
  }, Effect.orDie)

  /** A partial refund revokes no credits. */
  const recordPartialRefund = ({ id }: Purchase, cents: number) =>
    first(sql<Purchase>`
      UPDATE purchases SET refunded_cents = greatest(refunded_cents, ${cents}) WHERE id = ${id} RETURNING *`)

  const orderRefund = (id: PurchaseId, time: Date) =>
    first(sql<Purchase>`
      UPDATE purchases SET refund_due = true, poll_at = ${time}
      WHERE id = ${id} AND state = 'paid' AND payment_ref IS NOT NULL RETURNING *`)

  /**
   * Abandons pending purchases. They are still polled: a payment page may be open, and a customer who pays there must get
   * the money back even if the event is lost.
   */
  const abandon = (time: Date) => sql`
    UPDATE purchases SET state = 'abandoned', poll_at = ${plusMillis(time, firstPollMillis)}, changed_at = ${time}
    WHERE state = 'pending'`

  /** Except those of this plan. */
  const abandonRenewals = (accountId: AccountId, except: PlanName | null, time: Date) => sql`
    ${abandon(time)} AND account_id = ${accountId} AND kind = 'renewal' AND plan IS DISTINCT FROM ${except}`

  /** Except those of the period that ends then. */
  const abandonTopUps = (accountId: AccountId, exceptEndsAt: Date | null, time: Date) => sql`
    ${abandon(time)} AND account_id = ${accountId} AND kind = 'top_up'
      AND expires_at IS DISTINCT FROM ${exceptEndsAt}::timestamptz`

  /** Claims due purchases by moving `poll_at` to their next poll, so that processes share the work. */
  const takeDue = (provider: string, time: Date) => sql<DuePurchase>`
    UPDATE purchases SET poll_at = ${time}::timestamptz + least(
        greatest((${time}::timestamptz - changed_at) / 2, make_interval(secs => ${firstPollMillis / 1000}::int)),
        interval '1 day')
    WHERE id IN (
      SELECT id FROM purchases WHERE poll_at <= ${time} AND provider = ${provider}
      ORDER BY poll_at LIMIT ${pollPage} FOR UPDATE SKIP LOCKED
    )
    RETURNING *, state IN ('paid', 'abandoned')
      AND coalesce(polled_at > changed_at + make_interval(days => ${pollPaidDays}::int), false) AS is_last_poll`

  /** The provider answered a poll. A last one that changed nothing ends the polling. */
  const setPolled = ({ id, changedAt, isLastPoll }: DuePurchase, time: Date) => sql`
    UPDATE purchases SET polled_at = ${time}, poll_at = CASE
        WHEN ${isLastPoll} AND changed_at = ${changedAt} AND NOT refund_due THEN NULL ELSE poll_at
      END
    WHERE id = ${id}`

  return {
    insert,
    find,
    findPaid,
    pending,
    list,
    cancelledSince,
    cancel,
    listAll,
    setCheckout,
    advance,
    recordPartialRefund,
    orderRefund,
    abandonRenewals,
    abandonTopUps,
    takeDue,
    setPolled
  }
}
