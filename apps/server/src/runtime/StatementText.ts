/** What the database itself says about a failed statement. The driver only says that it failed, and keeps this below. */
import { Cause } from "effect"
import { SqlError } from "effect/sql"

/** Empty for an error that does not come from the database. Node has codes of its own, such as `ECONNREFUSED`. */
export const sqlStateOf = ({ reason: { cause } }: SqlError.SqlError): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""

export const hasSqlState = (state: string): boolean => /^[0-9A-Z]{5}$/.test(state)

export const statementReason = ({ reason: { cause }, message }: SqlError.SqlError): string => {
  // Node reports a host with several addresses in this way, and without a message.
  if (cause instanceof AggregateError) return cause.errors.map(String).join("; ")
  return cause instanceof Error ? cause.message : message
}

const statementText = (error: SqlError.SqlError): string => {
  const state = sqlStateOf(error)
  return hasSqlState(state) ? `${statementReason(error)} (SQLSTATE ${state})` : statementReason(error)
}

/** Causes nest: a migration that failed names the failed statement as its cause. */
const deepest = 5

/** The failed statement behind an error, if there is one. */
export const statementErrorIn = (error: unknown, depth = 0): SqlError.SqlError | undefined => {
  if (SqlError.isSqlError(error)) return error
  if (depth === deepest || typeof error !== "object" || error === null) return undefined
  if (Cause.isCause(error)) return statementErrorIn(Cause.squash(error), depth + 1)
  return "cause" in error ? statementErrorIn(error.cause, depth + 1) : undefined
}

/** What went wrong, in one line; that of a statement is the database's own. Undefined for what says nothing. */
export const errorText = (error: unknown): string | undefined => {
  const statement = statementErrorIn(error)
  const own = error instanceof Error && error.message !== "" ? error.message : undefined
  if (statement === undefined) return own
  return statement === error || own === undefined ? statementText(statement) : `${own}: ${statementText(statement)}`
}
