/**
 * Connections for the queries of calls, apart from the pool that everything else uses. Queries may run for seconds; the
 * key check, the ledger and background tasks must never wait for them. Queries only read and take part in no transaction.
 */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"

/** None where queries share the only client: PGlite has one session, and most tests and commands need no second pool. */
export class QueryPool extends Context.Reference<Option.Option<SqlClient.SqlClient>>(
  "@heddle/reference/database/client/QueryPool",
  { defaultValue: Option.none }
) {}

/** The client for queries. */
export const queryClient = Effect.flatMap(QueryPool, (apart) =>
  Option.match(apart, { onNone: () => SqlClient.SqlClient, onSome: Effect.succeed })
)

/** Replaces the `SqlClient` of services that only query. */
export const QuerySqlClient = Layer.effect(SqlClient.SqlClient, queryClient)
