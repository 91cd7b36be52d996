/** Documents the tables that list operations also answer with. */
import { tableTypes } from "../Tables.ts"
import { type Json, mapValues, objectOf } from "../Json.ts"

const row = (description: string) => ({ schema: { type: "string", description } })

const tables = {
  [tableTypes.csv]: row("The rows as CSV (RFC 4180): one column for each field."),
  [tableTypes.ndjson]: row("The rows as JSON, one per line.")
}

export const describeTables = (operation: Json): Json => ({
  ...operation,
  responses: mapValues(operation["responses"], (response, status) =>
    status === "200" ? { ...response, content: { ...objectOf(response["content"]), ...tables } } : response
  )
})
