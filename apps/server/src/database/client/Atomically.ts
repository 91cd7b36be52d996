import { Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { isOutcomeUnknown, OutcomeUnknown, sqlErrorsIn } from "../../runtime/Outage.ts"

const isBodyError = <E>(error: E | SqlError.SqlError): error is Exclude<E, SqlError.SqlError> =>
  !SqlError.isSqlError(error)

/**
 * Runs the body in one transaction. Database errors become defects; the body's own errors stay typed. The defect is
 * `OutcomeUnknown` when the reply to the commit was lost.
 */
export const atomically = <A, E, R>(
  sql: SqlClient.SqlClient,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.suspend(() => {
    let committing = false
    const begun = Effect.tap(body, () => Effect.sync(() => void (committing = true)))
    return sql.withTransaction(begun).pipe(
      Effect.catchCause((cause) =>
        committing && sqlErrorsIn(cause).some(isOutcomeUnknown)
          ? Effect.die(new OutcomeUnknown({ cause }))
          : Effect.failCause(cause)
      ),
      Effect.catch((error) => (isBodyError<E>(error) ? Effect.fail(error) : Effect.die(error)))
    )
  })

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
