/** The time that the clock of a recorded server shows. */

/** A Wednesday at noon, far from the edge of a day, a week and a month. */
export const baseSeconds = Date.UTC(2026, 10, 18, 12, 30, 0) / 1_000

/** Settings for a process whose clock stands at this time, in Unix seconds. */
export const standingClock = (seconds: number): Readonly<Record<string, string>> => {
  const preload = new URL("./StandingClock.mjs", import.meta.url)
  preload.searchParams.set("now", String(seconds * 1_000))
  return { NODE_OPTIONS: `--import=${preload.href}` }
}
