/** What is wrong in a rule file, and where. */
import { Data } from "effect"

/** Both counted from 1, as editors do. */
export interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface Problem {
  readonly position: Position
  /** What is wrong and how to solve it. */
  readonly message: string
}

export const formatPosition = ({ file, line, column }: Position): string => `${file}:${line}:${column}`

export const formatProblem = ({ position, message }: Problem): string => `${formatPosition(position)}: ${message}`

/** A file that cannot be used; nothing was sent to the API. */
export class InvalidFile extends Data.TaggedError("InvalidFile")<{ readonly problems: ReadonlyArray<Problem> }> {
  override get message(): string {
    const count = this.problems.length
    return [
      ...this.problems.map(formatProblem),
      `${count} ${count === 1 ? "problem" : "problems"} in the file; nothing was sent to the API.`
    ].join("\n")
  }
}
