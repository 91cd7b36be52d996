/** Documents a body that may be absent, which the generated document shows as null and as required. */
import { type Json, objectOf } from "../Json.ts"

const isNull = (schema: unknown): boolean => objectOf(schema)["type"] === "null"

const contentType = "application/json"

export const describeOptionalBody = (operation: Json): Json => {
  const body = objectOf(operation["requestBody"])
  const { anyOf } = objectOf(objectOf(objectOf(body["content"])[contentType])["schema"])
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return operation
  const schema: unknown = anyOf.find((one) => !isNull(one))
  return { ...operation, requestBody: { ...body, content: { [contentType]: { schema } }, required: false } }
}
