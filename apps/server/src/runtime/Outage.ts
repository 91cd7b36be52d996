/** What a failed statement says about the database, and about itself. */
import { Cause, Clock, Effect, Layer, Logger, Queue, Schedule, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { sqlStateOf, statementReason } from "./StatementText.ts"

/** SQLSTATE classes of a server that stops, starts, is out of resources, fails or follows another one. */
const outageStates = /^(?:57P|53|58|25006)/

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

/**
 * An outage of PostgreSQL is one line in the log when it begins and one when it is over. Without this, every task and
 * every call would log its own failure, with a stack trace, until the database is back.
 */
const probeInterval = "1 second"

/** The outage that an entry is about. */
const outageOf = ({ message, cause }: Logger.Options<unknown>): SqlError.SqlError | undefined =>
  [...sqlErrorsIn(cause), ...[message].flat().filter(SqlError.isSqlError)].find(isLostConnection)

const begins = (error: SqlError.SqlError) =>
  `The database does not answer: ${statementReason(error)}. Calls get a 503 and background tasks are retried until it is back`

/** The current loggers, without the entries that only say that the database is down. */
export const OutageLog = Layer.effect(
  Logger.CurrentLoggers,
  Effect.gen(function* () {
    const loggers = yield* Logger.CurrentLoggers
    const sql = yield* SqlClient.SqlClient
    const outages = yield* Queue.sliding<SqlError.SqlError>(1)
    let isAway = false

    const report = Effect.gen(function* () {
      const error = yield* Queue.take(outages)
      const startedAt = yield* Clock.currentTimeMillis
      yield* Effect.logError(begins(error))
      yield* Effect.retry(sql`SELECT 1`, Schedule.spaced(probeInterval))
      isAway = false
      const seconds = Math.round(((yield* Clock.currentTimeMillis) - startedAt) / 1_000)
      yield* Effect.logInfo(`The database answers again, after ${seconds} s`)
    })
    yield* Effect.forkScoped(Effect.forever(report))

    const withoutOutages = (logger: Logger.Logger<unknown, unknown>) =>
      Logger.make<unknown, void>((options) => {
        const error = outageOf(options)
        if (error === undefined) return void logger.log(options)
        if (isAway) return
        isAway = true
        Queue.offerUnsafe(outages, error)
      })
    return new Set([...loggers].map(withoutOutages))
  })
)
