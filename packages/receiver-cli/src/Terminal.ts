/** All that a command sees of its process. */

export interface Terminal {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string | undefined>>
  /** One line to standard output: what the command is for. */
  readonly out: (line: string) => void
  /** One line to standard error: everything else. */
  readonly err: (line: string) => void
  /** Whether standard output shows colours. */
  readonly colours: boolean
  readonly readInput: () => Promise<Uint8Array>
  /** Aborted when the user wants the command to end. */
  readonly stop: AbortSignal
}

/** Documented in README.md: never changes its meaning. */
export const exitCodes = { success: 0, failed: 1, usage: 2 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The user can put it right: its message says how. Ends the command with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

const missingFile: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "you may not read it"
}

/** Why a file could not be read, in words. */
export const fileProblem = (error: unknown): string =>
  (error instanceof Error && "code" in error ? missingFile[String(error.code)] : undefined) ?? messageOf(error)

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Captions, names and answers are written by strangers: control and direction characters must not reach the terminal. */
export function printable(text: string, maxCharacters = 100): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, " ").trim()
  const characters = Array.from(clean)
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join("")}…` : clean
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Paint = (text: string) => string

const style =
  (enabled: boolean, on: number, off: number): Paint =>
  (text) =>
    enabled ? `\u001b[${on}m${text}\u001b[${off}m` : text

export const palette = (enabled: boolean) => ({
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
