/** Documents answers that are a file or a stream, without the details that only the framework's client needs. */
import { type Json, mapValues } from "../Json.ts"

const describeAs =
  (description: string) =>
  (operation: Json): Json => ({
    ...operation,
    responses: mapValues(operation["responses"], (response, status) =>
      status.startsWith("2")
        ? { ...response, description, content: mapValues(response["content"], ({ schema }) => ({ schema })) }
        : response
    )
  })

export const describeFile = describeAs("The file.")

export const describeStream = describeAs("Server-sent events, until one side ends the stream.")
