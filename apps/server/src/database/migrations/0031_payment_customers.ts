import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Owner: `billing`. The customer that a payment provider keeps for an account; one for each account and provider. */
export const paymentCustomers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE payment_customers (
      provider text NOT NULL,
      account_id text NOT NULL REFERENCES accounts (id),
      ref text NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (provider, account_id)
    )`
})
