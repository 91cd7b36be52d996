/** Captions, names and answers are written by strangers: control and direction characters must not reach the terminal. */
export function printable(text: string, maxCharacters = 100): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, " ").trim()
  const characters = Array.from(clean)
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join("")}…` : clean
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export type Paint = (text: string) => string

export interface Palette {
  readonly good: Paint
  readonly bad: Paint
  readonly strong: Paint
  readonly faint: Paint
}

const style =
  (enabled: boolean, on: number, off: number): Paint =>
  (text) =>
    enabled ? `\u001b[${on}m${text}\u001b[${off}m` : text

export const palette = (enabled: boolean): Palette => ({
  good: style(enabled, 32, 39),
  bad: style(enabled, 31, 39),
  strong: style(enabled, 1, 22),
  faint: style(enabled, 2, 22)
})

const units = [
  ["day", 86_400],
  ["h", 3600],
  ["min", 60]
] as const

/** "45 s", "12 min", "3 h", "9 days". */
export function duration(seconds: number): string {
  for (const [unit, length] of units) {
    if (seconds < length * 2) continue
    const count = Math.floor(seconds / length)
    return `${count} ${unit === "day" ? "days" : unit}`
  }
  return `${seconds} s`
}
