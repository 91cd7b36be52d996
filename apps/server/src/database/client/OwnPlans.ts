import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/**
 * Has the statements planned for their own values. Connections keep statements prepared, and PostgreSQL then soon makes one
 * plan for all values: where an account has one entry or ten million, and a name none or all of them, it is wrong by orders
 * of magnitude.
 */
export const withOwnPlans = <A, E, R>(
  sql: SqlClient.SqlClient,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  sql.withTransaction(Effect.andThen(sql`SET LOCAL plan_cache_mode = force_custom_plan`, body))
