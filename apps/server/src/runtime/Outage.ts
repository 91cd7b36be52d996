/** What a failed statement says about the database, and about itself. */
import { Cause, Schema } from "effect"
import { SqlError } from "effect/sql"

/** SQLSTATE classes of a server that stops, starts, is out of resources, fails or follows another one. */
const outageStates = /^(?:57P|53|58|25006)/

const sqlStateOf = ({ reason: { cause } }: SqlError.SqlError): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""

/** The database is at fault rather than the statement: every other one would fail too. */
export const isOutage = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "ConnectionError" || outageStates.test(sqlStateOf(error))

const stoppedStates = /^57P/

/** The database is down, or ended the session; one that is out of disk or connections still answers. */
export const isLostConnection = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "ConnectionError" || stoppedStates.test(sqlStateOf(error))

/**
 * The statement may have taken effect although it failed: its reply was lost. A server that stops ends its sessions at
 * any moment, also between a commit and the reply. A statement without a connection was never sent.
 */
export const isOutcomeUnknown = (error: SqlError.SqlError): boolean =>
  isOutage(error) && error.reason.operation !== "connect"

/** The reply to a commit was lost, and the database could not be asked what became of it. */
export class OutcomeUnknown extends Schema.TaggedError<OutcomeUnknown>()("OutcomeUnknown", {
  cause: Schema.Defect()
}) {
  override readonly message = "The reply of the database to a commit was lost"
}

/** The database errors in a cause, whether they were expected or not. */
export const sqlErrorsIn = (cause: Cause.Cause<unknown>): ReadonlyArray<SqlError.SqlError> =>
  cause.reasons.flatMap((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    return SqlError.isSqlError(error) ? [error] : []
  })
