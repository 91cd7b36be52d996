/** OpenAPI documentation of an operation. */
import { identity, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { type Json, mapValues, objectOf } from "../Json.ts"
import { type Described, rowSchemaOf, tableTypes } from "../Operation.ts"

interface Parameter extends Json {
  readonly name: string
}

/**
 * Documents parameters by their decoded type. On the wire every parameter is text, so the generated document would show
 * a string with a regular expression; the decoded schemas know the type, bounds, default and an example.
 */
export const describeParameters =
  (fields: Schema.Struct.Fields) =>
  (operation: { readonly parameters?: ReadonlyArray<Parameter> } & Json): Json => {
    const byName = new Map(Object.entries(fields))
    return {
      ...operation,
      parameters: (operation.parameters ?? []).map((parameter) => {
        const field = byName.get(parameter.name)
        return field === undefined ? parameter : { ...parameter, ...describe(field) }
      })
    }
  }

/** A path as the document writes it: `{code}` for `:code`. */
export const documentPath = (path: string): string => path.replaceAll(/:([a-z_]+)/g, "{$1}")

/** What a caller needs to know of a parameter. */
export const describeParameter = (field: Schema.Constraint) => {
  const type = Schema.toType(field)
  // Read from the schema, because JSON Schema drops the annotations of checks that it cannot express.
  const { description, examples, default: byDefault } = Schema.resolveAnnotations(type) ?? {}
  const { description: _, examples: __, ...schema } = Schema.toJsonSchemaDocument(type).schema
  return {
    description: description ?? "",
    schema: byDefault === undefined ? schema : { ...schema, default: byDefault },
    example: examples?.[0] ?? (schema["type"] === "boolean" ? true : byDefault)
  }
}

const describe = (field: Schema.Constraint): Json => {
  const { description, schema, example } = describeParameter(field)
  return schema["type"] === "array"
    ? {
        description: `${description} Repeat the parameter, or separate the items with commas.`,
        schema,
        style: "form",
        explode: true,
        example
      }
    : { description, schema, example }
}

/** Documents a body that may be absent, which the generated document shows as null and as required. */
const isNull = (schema: unknown): boolean => objectOf(schema)["type"] === "null"

const contentType = "application/json"

const describeOptionalBody = (operation: Json): Json => {
  const body = objectOf(operation["requestBody"])
  const { anyOf } = objectOf(objectOf(objectOf(body["content"])[contentType])["schema"])
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return operation
  const schema: unknown = anyOf.find((one) => !isNull(one))
  return { ...operation, requestBody: { ...body, content: { [contentType]: { schema } }, required: false } }
}

/** Documents answers that are a file or a stream, without the details that only the framework's client needs. */
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

const describeFile = describeAs("The file.")

const describeStream = describeAs("Server-sent events, until one side ends the stream.")

/** How the kinds without an envelope describe their answers. */
const contents: Readonly<Record<string, typeof describeFile | undefined>> = {
  file: describeFile,
  stream: describeStream
}

const asTable = ` With \`Accept: ${tableTypes.csv}\` or \`Accept: ${tableTypes.ndjson}\`, the same rows come as a table.`

interface Documentable extends Described<never> {
  readonly kind: string
  readonly fields: Schema.Struct.Fields
  readonly result?: Schema.Top
}

/** The description includes the price, for people and assistants. */
const descriptionOf = ({ description, price, result }: Documentable): string => {
  const isList = result !== undefined && rowSchemaOf(result) !== null
  return `${description}${isList ? asTable : ""}\n\n**Price:** ${price.text}.`
}

/** What costs time is left to the transformation, which runs when somebody asks for the document. */
export const documented = (operation: Documentable) => {
  const parameters = describeParameters(operation.fields)
  const describeContent = contents[operation.kind] ?? identity
  return OpenApi.annotations({
    summary: operation.summary,
    description: operation.description,
    transform: (document) => ({
      ...describeContent(describeOptionalBody(parameters(document))),
      description: descriptionOf(operation)
    })
  })
}
