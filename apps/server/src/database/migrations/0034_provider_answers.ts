import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `billing/`.
 *
 * - `subscriptions.telling_until` is set while the payment provider is told the next plan, and stays set when the outcome is
 *   unknown: until a later call succeeds, `told_plan` may not be what the provider has.
 * - `purchases.polled_at` is when the provider last answered a poll.
 */
export const providerAnswers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE purchases ADD COLUMN polled_at timestamptz`
  yield* sql`ALTER TABLE subscriptions ADD COLUMN telling_until timestamptz`
  yield* sql`DROP INDEX subscriptions_untold`
  yield* sql`
    CREATE INDEX subscriptions_untold ON subscriptions (provider)
    WHERE (told_plan IS DISTINCT FROM next_plan OR telling_until IS NOT NULL) AND provider_ref IS NOT NULL`
})
