/** Counts failed statements by SQLSTATE, where failures are answered or logged. */
import { type Cause, Effect, Metric } from "effect"
import type { SqlError } from "effect/sql"
import { labelled } from "./MetricLabels.ts"
import { sqlErrorsIn } from "./Outage.ts"
import { hasSqlState, sqlStateOf } from "./StatementText.ts"

const errors = labelled(
  Metric.counter("database_errors_total", {
    description: "Statements that failed a request or a background task, by SQLSTATE",
    incremental: true
  }),
  "sqlstate"
)

/** Without a SQLSTATE, the statement did not reach the database or its reply was lost. */
const labelOf = (error: SqlError.SqlError): string => {
  const state = sqlStateOf(error)
  return hasSqlState(state) ? state : error.reason._tag
}

export const countStatementErrors = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.forEach(sqlErrorsIn(cause), (error) => Metric.update(errors(labelOf(error)), 1), { discard: true })
