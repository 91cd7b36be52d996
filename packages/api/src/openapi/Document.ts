/** OpenAPI documentation of the service as a whole and of its problems. */
import { type ProblemKind, problemTable } from "../ProblemTable.ts"
import { type Json, mapValues, objectOf } from "./Json.ts"

const whenByTitle = new Map(
  Object.values(problemTable).map(({ title, when }: ProblemKind) => [title, `**${title}.** ${when}.`])
)

/** Adds when each problem occurs, from the table, to the generated descriptions, which list only titles. */
const describeResponse = (response: Json): Json => {
  const parts = String(response["description"]).split(" | ")
  return { ...response, description: parts.map((part) => whenByTitle.get(part) ?? part).join("\n\n") }
}

const describeOperation = (operation: Json): Json => ({
  ...operation,
  responses: mapValues(operation["responses"], describeResponse)
})

export const completeDocument = (document: Json): Json => ({
  ...document,
  paths: mapValues(document["paths"], (path) => mapValues(path, describeOperation)),
  components: {
    ...objectOf(document["components"]),
    // Scheme names are case-insensitive (RFC 9110), but OpenAPI tools expect lower case.
    securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "An API key (`hdl_…`)." } }
  }
})
