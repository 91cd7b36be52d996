/** OpenAPI documentation of an operation. */
import type { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { Described } from "../Operation.ts"
import { describeFile, describeStream } from "./FileDocs.ts"
import { describeOptionalBody } from "./OptionalBody.ts"
import { describeParameters } from "./ParameterDocs.ts"
import { rowSchemaOf } from "../Tables.ts"
import { describeTables } from "./TableDocs.ts"

/** How the kinds without an envelope describe their answers. */
const contents: Readonly<Record<string, typeof describeFile | undefined>> = {
  file: describeFile,
  stream: describeStream
}

interface Documentable extends Described<never> {
  readonly kind: string
  readonly result?: Schema.Top
}

/** The description includes the price, for people and assistants. */
export const documented = (operation: Documentable, fields: Schema.Struct.Fields) => {
  const parameters = describeParameters(fields)
  const isList = operation.result !== undefined && rowSchemaOf(operation.result) !== null
  const transform = (document: Parameters<typeof parameters>[0]) => {
    const described = describeOptionalBody(parameters(document))
    return isList ? describeTables(described) : described
  }
  const describeContent = contents[operation.kind]
  return OpenApi.annotations({
    summary: operation.summary,
    description: `${operation.description}\n\n**Price:** ${operation.price.text}.`,
    transform: describeContent === undefined ? transform : (document) => describeContent(transform(document))
  })
}
