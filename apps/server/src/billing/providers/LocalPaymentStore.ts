/**
 * The payments and subscriptions of the providers that live in our own database (manual, fake). Each call is one
 * statement. As with an external provider, no call belongs in a transaction of ours.
 */
import { type PlanName, plans } from "@heddle/api"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { monthsAfter, now } from "../../runtime/Time.ts"
import type { CheckoutRequest, ProviderPayment } from "./PaymentProvider.ts"

export interface LocalSubscription {
  readonly ref: string
  readonly plan: PlanName
  readonly anchorAt: Date
  readonly renewals: number
  readonly dueAt: Date
}

/** Renewals of a subscription that are returned (`PaymentProvider.renewals`). */
const maxRenewals = 24

export const makeLocalPaymentStore = (sql: SqlClient.SqlClient, provider: string) => {
  const columns = sql`ref, purchase_id, subscription_ref, plan, state, amount_cents, refunded_cents, disputed`

  const fetch = (ref: string) =>
    Effect.map(
      sql<ProviderPayment>`SELECT ${columns} FROM local_payments WHERE provider = ${provider} AND ref = ${ref}`,
      ([row]) => Option.fromNullishOr(row)
    )

  const open = Effect.fnUntraced(function* (request: CheckoutRequest, subscription: boolean) {
    const ref = `${provider}_${request.purchaseId}`
    const plan = request.kind === "top_up" ? null : request.plan
    yield* sql`
      INSERT INTO local_payments (ref, provider, purchase_id, subscription_ref, plan, amount_cents, created_at)
      VALUES (${ref}, ${provider}, ${request.purchaseId}, ${subscription && plan !== null ? `${ref}_sub` : null}, ${plan},
        ${request.priceCents}, ${yield* now})
      ON CONFLICT DO NOTHING`
    return ref
  })

  /** Marks a payment as paid and starts its subscription; returns whether this call did so. */
  const pay = Effect.fnUntraced(function* (ref: string) {
    const time = yield* now
    const paid = yield* sql`
      WITH paid AS (
        UPDATE local_payments SET state = 'paid' WHERE provider = ${provider} AND ref = ${ref} AND state <> 'paid'
          AND NOT cancelled
        RETURNING subscription_ref, plan
      ), begun AS (
        INSERT INTO local_subscriptions (ref, provider, plan, anchor_at, due_at)
        SELECT subscription_ref, ${provider}, plan, ${time}::timestamptz, ${monthsAfter(time, 1)}::timestamptz FROM paid
        WHERE subscription_ref IS NOT NULL
      )
      SELECT 1 FROM paid`
    return paid.length > 0
  })

  /** Returns whether it is cancelled now; one that was paid stays paid. */
  const cancel = (ref: string) =>
    Effect.map(
      sql`
        UPDATE local_payments SET state = 'expired', cancelled = true
        WHERE provider = ${provider} AND ref = ${ref} AND state <> 'paid' RETURNING 1`,
      (rows) => rows.length > 0
    )

  const isCancelled = (ref: string) =>
    Effect.map(
      sql`SELECT 1 FROM local_payments WHERE provider = ${provider} AND ref = ${ref} AND cancelled`,
      (rows) => rows.length > 0
    )

  const expire = (ref: string) =>
    sql`UPDATE local_payments SET state = 'expired' WHERE provider = ${provider} AND ref = ${ref} AND state = 'open'`

  /** Refunds this many more cents; without `cents`, everything (`least` ignores a null). */
  const refund = (ref: string, cents?: number) => sql`
    UPDATE local_payments SET refunded_cents = least(amount_cents, refunded_cents + ${cents ?? null}::bigint)
    WHERE provider = ${provider} AND ref = ${ref} AND state = 'paid'`

  const dispute = (ref: string) =>
    sql`UPDATE local_payments SET disputed = true WHERE provider = ${provider} AND ref = ${ref} AND state = 'paid'`

  const unpaid = sql<{ ref: string; createdAt: Date }>`
    SELECT ref, created_at FROM local_payments WHERE provider = ${provider} AND state = 'open'`

  const setRenewal = (ref: string, plan: PlanName | null) => sql`
    UPDATE local_subscriptions SET plan = ${plan} WHERE provider = ${provider} AND ref = ${ref}`

  const due = (time: Date) => sql<LocalSubscription>`
    SELECT ref, plan, anchor_at, renewals, due_at FROM local_subscriptions
    WHERE provider = ${provider} AND plan IS NOT NULL AND due_at <= ${time}`

  /** Charges the next month of a subscription. The renewal count keeps it from being charged twice. */
  const renew = Effect.fnUntraced(function* ({ ref, plan, anchorAt, renewals, dueAt }: LocalSubscription) {
    const payment = `${ref}_${renewals + 1}`
    yield* sql`
      WITH charged AS (
        UPDATE local_subscriptions
        SET renewals = renewals + 1, due_at = ${monthsAfter(anchorAt, renewals + 2)}
        WHERE ref = ${ref} AND renewals = ${renewals} AND plan = ${plan} RETURNING ref
      )
      INSERT INTO local_payments (ref, provider, subscription_ref, plan, amount_cents, state, created_at)
      SELECT ${payment}, ${provider}, ref, ${plan}, ${plans[plan].usdPerMonth * 100}::bigint, 'paid',
        ${dueAt}::timestamptz
      FROM charged`
    return payment
  })

  const renewals = (subscriptionRef: string) => sql<ProviderPayment>`
    SELECT ${columns} FROM local_payments
    WHERE provider = ${provider} AND subscription_ref = ${subscriptionRef} AND purchase_id IS NULL
    ORDER BY created_at DESC LIMIT ${maxRenewals}`

  return { fetch, open, pay, cancel, isCancelled, expire, refund, dispute, unpaid, setRenewal, due, renew, renewals }
}
