/** Whose time the portal tells: that of the reader, or UTC. One choice for lists, charts, filters and files. */

export const clocks = ["local", "utc"] as const
export type Clocks = (typeof clocks)[number]

const cookie = "heddle_time"
const yearSeconds = 31_536_000

export const chosenClocks = (): Clocks =>
  typeof document !== "undefined" && document.cookie.split("; ").includes(`${cookie}=utc`) ? "utc" : "local"

/** Takes effect with the reload, because times that are shown do not change by themselves. */
export const chooseClocks = (chosen: Clocks): void => {
  document.cookie = `${cookie}=${chosen}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
  location.reload()
}

const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const timeZone = (): string => (chosenClocks() === "utc" ? "UTC" : localZone())

/** Minutes east of UTC, now. */
export const offsetMinutes = (): number => (chosenClocks() === "utc" ? 0 : 0 - new Date().getTimezoneOffset())

/** "UTC+8", "UTC−3:30". */
export const offsetName = (minutes: number): string => {
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`
  return minutes === 0 ? "UTC" : `UTC${minutes < 0 ? "−" : "+"}${Math.floor(size / 60)}${rest}`
}

/** What a person chooses from, with their own zone by its name. */
export const offsetChoices = (): ReadonlyArray<{ readonly value: string; readonly label: string }> => {
  const own = offsetMinutes()
  const hours = Array.from({ length: 27 }, (_, index) => (index - 12) * 60)
  const all = hours.includes(own) ? hours : [...hours, own].toSorted((one, other) => one - other)
  return all.map((minutes) => ({
    value: String(minutes),
    label: minutes === own && timeZone() !== "UTC" ? `${timeZone()} (${offsetName(minutes)})` : offsetName(minutes)
  }))
}
