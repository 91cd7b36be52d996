/** What the OpenAPI document says about one operation. */
import type { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { Described } from "../Operation.ts"
import { describeParameters } from "./ParameterDocs.ts"

/** The price stands in the description, so that people and assistants read it. */
export const documented = (operation: Described<never>, fields: Schema.Struct.Fields = {}) =>
  OpenApi.annotations({
    summary: operation.summary,
    description: `${operation.description}\n\n**Price:** ${operation.price.text}.`,
    transform: describeParameters(fields)
  })
