/** Picks one answer when several sources were asked; pure. */
import { Result } from "effect"
import { failureOf, type LiveFailure, notFound, unsupported } from "./LiveFailure.ts"
import type { Readings } from "./LiveSource.ts"

/** The identifiers a source was asked for, and its answer or failure. */
export interface SourceAnswer<A> {
  readonly source: string
  readonly asked: ReadonlySet<string>
  readonly answer: Result.Result<A, LiveFailure>
}

export interface Found<A> {
  readonly source: string
  readonly value: A
}

/**
 * The value of the first source that has it. Without one, `notFound` if every source asked for it answered that it does
 * not exist, otherwise the first failure. `unsupported` if no source was asked.
 */
export const bestAnswer = <A>(
  identifier: string,
  answers: ReadonlyArray<SourceAnswer<Readings<A>>>
): Result.Result<Found<A>, LiveFailure> => {
  const relevant = answers.filter(({ asked }) => asked.has(identifier))
  if (relevant.length === 0) return Result.fail(unsupported)
  const failures: Array<LiveFailure> = []
  for (const { source, answer } of relevant) {
    if (Result.isFailure(answer)) {
      failures.push(answer.failure)
      continue
    }
    const reading = answer.success.get(identifier)
    if (reading === undefined) continue
    if (Result.isSuccess(reading)) return Result.succeed({ source, value: reading.success })
    failures.push(failureOf(reading.failure))
  }
  return Result.fail(failures[0] ?? notFound)
}
