/**
 * Documents parameters by their decoded type. On the wire every parameter is text, so the generated document would show
 * a string with a regular expression; the decoded schemas know the type, bounds, default and an example.
 */
import { Schema } from "effect"
import type { Json } from "../Json.ts"

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
    ? { description: `${description} Separated by commas.`, schema, style: "form", explode: false, example }
    : { description, schema, example }
}
