/** Problems in a rule file, with their positions. */
import { Data } from "effect"

/** Line and column count from 1. */
export interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface Problem {
  readonly position: Position
  /** What is wrong and how to fix it. */
  readonly message: string
}

export const formatPosition = ({ file, line, column }: Position): string => `${file}:${line}:${column}`

export const formatProblem = ({ position, message }: Problem): string => `${formatPosition(position)}: ${message}`

/** The file is invalid; nothing was changed at the API. */
export class InvalidFile extends Data.TaggedError("InvalidFile")<{
  readonly problems: ReadonlyArray<Problem>
  /** Whether the API said so. */
  readonly byApi?: true
}> {
  override get message(): string {
    const count = this.problems.length
    return [
      ...this.problems.map(formatProblem),
      `${count} ${count === 1 ? "problem" : "problems"} in the file; nothing was ${this.byApi ? "changed at the API" : "sent"}.`
    ].join("\n")
  }
}
