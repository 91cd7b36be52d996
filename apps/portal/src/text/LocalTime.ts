/** Times between the server, which tells them with an offset, and `<input type="datetime-local">`, which knows no zone. */

const digits = (value: number, length = 2): string => value.toString().padStart(length, "0")

/** The time in this browser's zone, as the input takes it; seconds only where they matter. */
export const localInputOf = (instant: string | Date): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ""
  const day = `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1)}-${digits(at.getDate())}`
  const seconds = at.getSeconds() === 0 ? "" : `:${digits(at.getSeconds())}`
  return `${day}T${digits(at.getHours())}:${digits(at.getMinutes())}${seconds}`
}

/** RFC 3339 in UTC; undefined for what is no time. */
export const instantOf = (localInput: string): string | undefined => {
  const at = new Date(localInput)
  return localInput === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
