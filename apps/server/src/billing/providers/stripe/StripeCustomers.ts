/** The customer of each account, created with its first checkout and kept, so that cards and invoices stay together. */
import type { AccountId } from "@heddle/api"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { accountContact } from "../../../accounts/customers/AccountRows.ts"
import { now } from "../../../runtime/Time.ts"
import { isMissing, StripeClient, type StripeFailure } from "./StripeClient.ts"

export const makeCustomers = Effect.fnUntraced(function* (provider: string) {
  const sql = yield* SqlClient.SqlClient
  const stripe = yield* StripeClient

  const find = (accountId: AccountId) =>
    Effect.map(
      sql<{ readonly ref: string }>`
        SELECT ref FROM payment_customers WHERE provider = ${provider} AND account_id = ${accountId}`,
      ([row]) => row?.ref
    )

  /** Of two processes the first one's customer is kept. `replaced` is a customer that no longer exists. */
  const keep = Effect.fnUntraced(function* (accountId: AccountId, ref: string, replaced: string | undefined) {
    yield* sql`
      INSERT INTO payment_customers (provider, account_id, ref, created_at)
      VALUES (${provider}, ${accountId}, ${ref}, ${yield* now})
      ON CONFLICT (provider, account_id) DO UPDATE SET ref = excluded.ref, created_at = excluded.created_at
      WHERE payment_customers.ref = ${replaced ?? null}`
    return (yield* find(accountId)) ?? ref
  }, Effect.orDie)

  const create = Effect.fnUntraced(function* (accountId: AccountId, replaced: string | undefined) {
    const contact = yield* Effect.orDie(accountContact(sql, accountId))
    const email = Option.map(contact, ({ email }) => ({ email }))
    const params = { ...Option.getOrElse(email, () => ({})), metadata: { account_id: accountId } }
    const idempotencyKey = `customer ${accountId} ${replaced ?? "first"}`
    const { id } = yield* stripe.use("create customer", ({ customers }) => customers.create(params, { idempotencyKey }))
    return yield* keep(accountId, id, replaced)
  })

  const of = Effect.fn("StripeCustomers.of")(function* (accountId: AccountId) {
    return (yield* Effect.orDie(find(accountId))) ?? (yield* create(accountId, undefined))
  })

  /** Runs with the account's customer; with a new one if it was deleted at Stripe. */
  const withCustomer = <A, R>(accountId: AccountId, run: (customer: string) => Effect.Effect<A, StripeFailure, R>) =>
    Effect.gen(function* () {
      const customer = yield* of(accountId)
      return yield* Effect.catch(run(customer), (failure) =>
        isMissing(failure) && failure.param === "customer"
          ? Effect.flatMap(create(accountId, customer), run)
          : Effect.fail(failure)
      )
    })

  return { withCustomer }
})
