/** What several sources say of one thing, pure. */
import { Result } from "effect"
import { failureOf, type LiveFailure, notFound, unsupported } from "./LiveFailure.ts"
import type { Readings } from "./LiveSource.ts"

/** What a source was asked, and its answer or why there is none. */
export interface Answered<A> {
  readonly source: string
  readonly asked: ReadonlySet<string>
  readonly answer: Result.Result<A, LiveFailure>
}

export interface Found<A> {
  readonly source: string
  readonly value: A
}

/**
 * The first source that has it. When none has it, it is not found only if every source that was asked for it says so;
 * otherwise the failure of the first that could not say.
 */
export const bestAnswer = <A>(
  identifier: string,
  answers: ReadonlyArray<Answered<Readings<A>>>
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
