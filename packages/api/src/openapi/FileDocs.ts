/** Documents an answer that is a file, without the details that only the framework's client needs. */
import { type Json, mapValues } from "./Json.ts"

export const describeFile = (operation: Json): Json => ({
  ...operation,
  responses: mapValues(operation["responses"], (response, status) =>
    status.startsWith("2")
      ? { ...response, description: "The file.", content: mapValues(response["content"], ({ schema }) => ({ schema })) }
      : response
  )
})
