/**
 * Thins what was told of accounts: by the hour while the leaderboard of growth looks at hours, then by the day while a
 * history looks at days. The last row before that stays, since what was told last holds until it is told anew.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { dayOf, now, startOf } from "../../runtime/Time.ts"
import { authorScan } from "../scan/AuthorScan.ts"

/** A leaderboard looks back 7 days at most, and asks for the snapshot before. */
const hoursKeptDays = 9
/** A history has 365 days at most, and the change of the first one needs the day before. */
const daysKeptDays = 366

export class AuthorMaintenance extends Context.Service<
  AuthorMaintenance,
  {
    /** Goes over all accounts, some at a time; answers how many rows went. */
    readonly run: Effect.Effect<number>
  }
>()("@heddle/server/store/retention/AuthorMaintenance") {
  static readonly layer = Layer.effect(
    AuthorMaintenance,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const run = Effect.gen(function* () {
        const time = yield* now
        const hoursFrom = firstDay(time, hoursKeptDays)
        const daysFrom = firstDay(time, daysKeptDays)
        return yield* authorScan(
          sql,
          ({ first, last }) => sql`
            DELETE FROM author_metrics m
            WHERE m.username >= ${first} AND m.username <= ${last} AND m.hour < ${hoursFrom} AND EXISTS (
              SELECT FROM author_metrics later
              WHERE later.username = m.username AND later.hour > m.hour
                AND later.hour < greatest(date_trunc('day', m.hour, 'UTC') + interval '24 hours', ${daysFrom})
            ) RETURNING 1`
        ).pipe(
          Stream.runFold(
            () => 0,
            (gone, rows) => gone + rows.length
          )
        )
      }).pipe(Effect.orDie, Effect.withSpan("AuthorMaintenance.run"))

      return AuthorMaintenance.of({ run })
    })
  )
}

/** The beginning of the day in UTC that is so many days before. */
const firstDay = (time: Date, days: number): Date => startOf(dayOf(time) - days)
