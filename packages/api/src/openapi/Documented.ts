/** OpenAPI documentation of an operation. */
import type { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { Described } from "../Operation.ts"
import { describeFile } from "./FileDocs.ts"
import { describeOptionalBody } from "./OptionalBody.ts"
import { describeParameters } from "./ParameterDocs.ts"

/** The description includes the price, for people and assistants. */
export const documented = (operation: Described<never> & { readonly kind: string }, fields: Schema.Struct.Fields) => {
  const parameters = describeParameters(fields)
  const transform = (document: Parameters<typeof parameters>[0]) => describeOptionalBody(parameters(document))
  return OpenApi.annotations({
    summary: operation.summary,
    description: `${operation.description}\n\n**Price:** ${operation.price.text}.`,
    transform: operation.kind === "file" ? (document) => describeFile(transform(document)) : transform
  })
}
