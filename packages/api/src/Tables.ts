/** Answers that are lists, which can also be had as a table. The media types stand in the order of preference. */
import { Schema } from "effect"
import { type Json, objectOf } from "./Json.ts"

export const tableTypes = { csv: "text/csv", ndjson: "application/x-ndjson" } as const

/** The JSON Schema of a row; null when the data of the answer is no list. */
export const rowSchemaOf = (result: Schema.Top): Json | null => {
  const { schema } = Schema.toJsonSchemaDocument(result)
  const { type, items } = objectOf(objectOf(objectOf(schema)["properties"])["data"])
  return type === "array" ? objectOf(items) : null
}
