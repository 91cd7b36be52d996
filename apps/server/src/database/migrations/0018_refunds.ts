import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `credits/`. A refund is an entry with a negative cost. Its id is that of its charge with `_refund` after it, so
 * that the primary key allows one refund of a charge. The sum of a day can be negative too: when its refunds are of
 * charges of the day before.
 *
 * Dropping and adding a constraint of the parent does so for every partition.
 */
export const refunds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE usage_entries DROP CONSTRAINT usage_entries_cost_check`
  yield* sql`
    ALTER TABLE usage_entries ADD CONSTRAINT usage_entries_cost_check
      CHECK (cost >= 0 OR id LIKE '%\\_refund' OR id LIKE 'use\\_day\\_%')`
})
