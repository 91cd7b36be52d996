import { Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"

const isBodyError = <E>(error: E | SqlError.SqlError): error is Exclude<E, SqlError.SqlError> =>
  !SqlError.isSqlError(error)

/** Runs the body in one transaction. Database errors become defects; the body's own errors stay typed. */
export const atomically = <A, E, R>(
  sql: SqlClient.SqlClient,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.catch(sql.withTransaction(body), (error) => (isBodyError<E>(error) ? Effect.fail(error) : Effect.die(error)))
