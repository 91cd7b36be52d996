/**
 * Times that networks and their users write. Only RFC 3339 with an offset means the same everywhere: `Date.parse` takes
 * much else, some of it in the zone of this machine.
 */
const pattern = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

const minuteMillis = 60_000
/** The last minute of a day (UTC), the only one with a second 60. */
const lastMinute = 23 * 60 + 59

const daysIn = (year: number, month: number): number => {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 0)
  return date.getUTCDate()
}

/** Unlike `Date.UTC`, this takes the year 1 for the year 1. */
const dayMillis = (year: number, month: number, day: number): number => {
  const date = new Date(0)
  return date.setUTCFullYear(year, month - 1, day)
}

/** Unix time in milliseconds; undefined for anything else than a text of that form. A leap second is the second after it. */
export const rfc3339Millis = (given: unknown): number | undefined => {
  const match = typeof given === "string" ? pattern.exec(given) : null
  if (match === null) return undefined
  const [, ...parts] = match
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(0, 6).map(Number)
  const [fraction = "", sign = "+"] = parts.slice(6, 8)
  const [offsetHour = 0, offsetMinute = 0] = parts.slice(8).map((part = "0") => Number(part))
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined
  const offset = (sign === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute)
  const minutes = hour * 60 + minute - offset
  if (second === 60 && ((minutes % 1_440) + 1_440) % 1_440 !== lastMinute) return undefined
  const millis = Number(fraction.slice(0, 3).padEnd(3, "0"))
  return dayMillis(year, month, day) + minutes * minuteMillis + second * 1_000 + millis
}

/** The last second that the store takes. */
const maxSeconds = 253_402_300_799

/** When something was posted: what its author claims, if that is a time at all, as the store can hold it. */
export const claimedSeconds = (given: unknown): number | undefined => {
  const millis = rfc3339Millis(given)
  return millis === undefined ? undefined : Math.min(Math.max(0, millis / 1_000), maxSeconds)
}
