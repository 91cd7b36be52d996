/** OpenAPI documentation of the service as a whole and of its problems. */
import { type ProblemCode, problemTable } from "../ProblemTable.ts"
import { webhooks } from "./EventDocs.ts"
import { describeAnswer, describeBodies, describeProblems } from "./ExampleDocs.ts"
import { problemCodes } from "./examples/Problems.ts"
import { type Json, mapValues, objectOf } from "../Json.ts"
import { distinctTags } from "./TagDocs.ts"

const codesByTitle: ReadonlyMap<string, ProblemCode> = new Map(
  problemCodes.map((code) => [problemTable[code].title, code])
)

const wordsOf = (code: ProblemCode): string => {
  const { title, when, fix } = problemTable[code]
  return `**${title}.** ${when}. ${fix}.`
}

/** Says when each problem occurs and what to do; the generated descriptions list only titles. */
const describeResponse =
  (operation: Json) =>
  (response: Json, status: string): Json => {
    if (status.startsWith("2")) return describeAnswer(operation, response)
    const codes = String(response["description"])
      .split(" | ")
      .flatMap((title) => codesByTitle.get(title) ?? [])
    return describeProblems(codes, { ...response, description: codes.map(wordsOf).join("\n\n") })
  }

const describeOperation = (operation: Json): Json => ({
  ...describeBodies(operation),
  responses: mapValues(operation["responses"], describeResponse(operation))
})

export const completeDocument = (document: Json): Json => ({
  ...document,
  servers: [{ url: "/", description: "The server that this document comes from" }],
  paths: mapValues(document["paths"], (path) => mapValues(path, describeOperation)),
  webhooks,
  tags: distinctTags(document["tags"]),
  components: {
    ...objectOf(document["components"]),
    // Scheme names are case-insensitive (RFC 9110), but OpenAPI tools expect lower case.
    securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "An API key (`hdl_…`)." } }
  }
})
