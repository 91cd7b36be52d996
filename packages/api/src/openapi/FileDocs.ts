/** Describes an answer that is a file, and leaves out what only the framework's own client reads. */
import { type Json, mapValues } from "./Json.ts"

export const describeFile = (operation: Json): Json => ({
  ...operation,
  responses: mapValues(operation["responses"], (response, status) =>
    status.startsWith("2")
      ? { ...response, description: "The file.", content: mapValues(response["content"], ({ schema }) => ({ schema })) }
      : response
  )
})
