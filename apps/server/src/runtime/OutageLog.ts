/**
 * An outage of PostgreSQL is one line in the log when it begins and one when it is over. Without this, every task and
 * every call would log its own failure, with a stack trace, until the database is back.
 */
import { Clock, Effect, Layer, Logger, Queue, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { isLostConnection, sqlErrorsIn } from "./Outage.ts"

const probeInterval = "1 second"

/** The outage that an entry is about. */
const outageOf = ({ message, cause }: Logger.Options<unknown>): SqlError.SqlError | undefined =>
  [...sqlErrorsIn(cause), ...[message].flat().filter(SqlError.isSqlError)].find(isLostConnection)

const reasonOf = ({ reason: { cause }, message }: SqlError.SqlError): string => {
  // Node reports a host with several addresses in this way, and without a message.
  if (cause instanceof AggregateError) return cause.errors.map(String).join("; ")
  return cause instanceof Error ? cause.message : message
}

const begins = (error: SqlError.SqlError) =>
  `The database does not answer: ${reasonOf(error)}. Calls get a 503 and background tasks are retried until it is back`

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
