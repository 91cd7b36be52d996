/**
 * Shows each parameter as what it is. On the wire every parameter is text, and a document generated from the wire would
 * say "string" with a regular expression; the decoded schemas know the type, the bounds, the default and an example.
 */
import { Schema } from "effect"

/** An OpenAPI object, as the annotation `transform` gets and returns it. */
type Json = Readonly<Record<string, unknown>>

interface Parameter extends Json {
  readonly name: string
}

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

const describe = (field: Schema.Constraint): Json => {
  const { description, examples, ...schema } = Schema.toJsonSchemaDocument(Schema.toType(field)).schema
  return {
    description,
    schema,
    ...(schema["type"] === "array" ? { style: "form", explode: false } : {}),
    example: exampleOf(examples, schema)
  }
}

const exampleOf = (examples: unknown, { type, default: byDefault }: Json): unknown => {
  if (Array.isArray(examples)) return examples[0]
  return type === "boolean" ? true : byDefault
}
