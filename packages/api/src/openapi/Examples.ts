/**
 * The examples of the reference, which stand in `examples.json`: of a made-up network, around 22 November 2026. A test
 * decodes each with the schema of what it is an example of.
 */
import { type ProblemCode, problemPath, problemTable } from "../ProblemTable.ts"
import examples from "./examples.json" with { type: "json" }

/** Of an answer of each operation, by the name of its endpoint. */
export const answerExamples: Readonly<Record<string, unknown>> = examples.answers

/** Of each operation that takes a body. */
export const bodyExamples: Readonly<Record<string, unknown>> = examples.bodies

export const eventExample = examples.event
export const eventIdExample = examples.eventId

interface Words {
  readonly detail: string
  /** Members of this problem alone. */
  readonly [member: string]: unknown
}

const words: Readonly<Record<ProblemCode, Words>> = examples.problems

export const problemExample = (code: ProblemCode): Readonly<Record<string, unknown>> => {
  const { title, status } = problemTable[code]
  const { detail, ...members } = words[code]
  const type = problemPath(code)
  return { type, title, status, detail, code, ...members, credits_consumed: 0, request_id: examples.requestId }
}

/** The codes of the table, which the keys of its entries are. */
export const problemCodes: ReadonlyArray<ProblemCode> = Object.keys(problemTable).filter((code): code is ProblemCode =>
  Object.hasOwn(problemTable, code)
)
