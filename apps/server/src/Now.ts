/** The current time as a `Date`, from the `Clock`, so that tests can set it; SQL never reads the database's clock. */
import { Clock, Effect } from "effect"

export const now: Effect.Effect<Date> = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))

export const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

export const plusMillis = (date: Date, millis: number): Date => new Date(date.getTime() + millis)
