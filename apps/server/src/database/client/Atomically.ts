import { Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"

const isOfTheBody = <E>(error: E | SqlError.SqlError): error is Exclude<E, SqlError.SqlError> =>
  !SqlError.isSqlError(error)

/** One transaction. A broken database is a defect; what the body itself fails with stays typed. */
export const atomically = <A, E, R>(
  sql: SqlClient.SqlClient,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.catch(sql.withTransaction(body), (error) => (isOfTheBody<E>(error) ? Effect.fail(error) : Effect.die(error)))
