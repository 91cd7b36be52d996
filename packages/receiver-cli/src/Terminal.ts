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
