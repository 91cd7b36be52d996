/**
 * Thins the stored counts of authors: hourly rows for as long as the growth leaderboard can ask for hours, then daily rows
 * for as long as a history can ask for days. One row before that stays, because counts hold until the next report.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { dayOf, now, startOf } from "../../runtime/Time.ts"
import { scanAuthors } from "../scan/ChunkedScan.ts"

/** A leaderboard covers at most 7 days and needs the snapshot before them. */
const hourlyDays = 9
/** A history covers at most 365 days, and the change on its first day needs the day before. */
const dailyDays = 366

export class AuthorMaintenance extends Context.Service<
  AuthorMaintenance,
  {
    /** Thins all authors, in chunks. Returns the number of rows deleted. */
    readonly run: Effect.Effect<number>
  }
>()("@heddle/server/store/retention/AuthorMaintenance") {
  static readonly layer = Layer.effect(
    AuthorMaintenance,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const run = Effect.gen(function* () {
        const time = yield* now
        const hourlyFrom = firstDay(time, hourlyDays)
        const dailyFrom = firstDay(time, dailyDays)
        return yield* scanAuthors(
          sql,
          ({ first, last }) => sql`
            DELETE FROM author_metrics m
            WHERE m.username >= ${first} AND m.username <= ${last} AND m.hour < ${hourlyFrom} AND EXISTS (
              SELECT FROM author_metrics later
              WHERE later.username = m.username AND later.hour > m.hour
                AND later.hour < greatest(date_trunc('day', m.hour, 'UTC') + interval '24 hours', ${dailyFrom})
            ) RETURNING 1`
        ).pipe(
          Stream.runFold(
            () => 0,
            (deleted, rows) => deleted + rows.length
          )
        )
      }).pipe(Effect.orDie, Effect.withSpan("AuthorMaintenance.run"))

      return AuthorMaintenance.of({ run })
    })
  )
}

/** The start of the UTC day this many days before. */
const firstDay = (time: Date, days: number): Date => startOf(dayOf(time) - days)
