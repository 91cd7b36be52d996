/** Adds the examples of bodies, answers and problems to the generated document. */
import type { ProblemCode } from "../ProblemTable.ts"
import { answerExamples, bodyExamples, dryRunExample } from "./examples/Examples.ts"
import { problemExample } from "./examples/Problems.ts"
import { type Json, mapValues, objectOf } from "../Json.ts"

/** The name of the endpoint, without that of its group. */
const nameOf = (operation: Json): string => String(operation["operationId"]).split(".").at(-1) ?? ""

const takesDryRun = ({ parameters }: Json): boolean =>
  Array.isArray(parameters) && parameters.some((parameter) => objectOf(parameter)["name"] === "dry_run")

const rowsOf = (answer: unknown): ReadonlyArray<unknown> => {
  const { data } = objectOf(answer)
  return Array.isArray(data) ? data : []
}

const answersOf = (operation: Json, mediaType: string): Json => {
  const answer = answerExamples[nameOf(operation)]
  if (mediaType === "application/json" && takesDryRun(operation)) {
    return {
      examples: {
        answer: { summary: "The answer", value: answer },
        dry_run: { summary: "With dry_run=true", value: dryRunExample }
      }
    }
  }
  if (mediaType === "application/json" || mediaType === "text/event-stream") return { example: answer }
  const isFile = typeof answer === "string"
  if (mediaType === "text/csv") return isFile ? { example: answer } : {}
  return isFile
    ? {}
    : {
        example: rowsOf(answer)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join("")
      }
}

/** `codes` are the problems that a status can mean. */
const problemsOf = (codes: ReadonlyArray<ProblemCode>): Json => ({
  examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }]))
})

export const describeBodies = (operation: Json): Json => {
  const example = bodyExamples[nameOf(operation)]
  if (operation["requestBody"] === undefined || example === undefined) return operation
  const body = objectOf(operation["requestBody"])
  return { ...operation, requestBody: { ...body, content: mapValues(body["content"], (one) => ({ ...one, example })) } }
}

export const describeAnswer = (operation: Json, response: Json): Json => ({
  ...response,
  content: mapValues(response["content"], (content, mediaType) => ({
    ...content,
    ...answersOf(operation, mediaType)
  }))
})

export const describeProblems = (codes: ReadonlyArray<ProblemCode>, response: Json): Json => ({
  ...response,
  content: mapValues(response["content"], (content) => ({ ...content, ...problemsOf(codes) }))
})
