/** What the OpenAPI document says about the service as a whole, and about problems. */
import { type ProblemKind, problemTable } from "../ProblemTable.ts"

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const mapValues = (object: unknown, change: (value: Json) => Json): Json =>
  Object.fromEntries(
    Object.entries(isJson(object) ? object : {}).map(([name, value]) => [name, isJson(value) ? change(value) : value])
  )

const whenByTitle = new Map(
  Object.values(problemTable).map(({ title, when }: ProblemKind) => [title, `**${title}.** ${when}.`])
)

/** The generated description names the problems of a status by title; the table says when each of them occurs. */
const describeProblems = (response: Json): Json => {
  const titles = String(response["description"]).split(" | ")
  return titles.every((title) => whenByTitle.has(title))
    ? { ...response, description: titles.map((title) => whenByTitle.get(title)).join("\n\n") }
    : response
}

const describeOperation = (operation: Json): Json => ({
  ...operation,
  responses: mapValues(operation["responses"], describeProblems)
})

export const completeDocument = (document: Json): Json => ({
  ...document,
  paths: mapValues(document["paths"], (path) => mapValues(path, describeOperation)),
  components: {
    ...(isJson(document["components"]) ? document["components"] : {}),
    // Scheme names are case-insensitive (RFC 9110), but tools that read the document look for lower case.
    securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "An API key (`hdl_…`)." } }
  }
})
