/** TypeScript types, as text, of the JSON Schemas in an OpenAPI document. */
import { componentOf } from "./Called.ts"
import type { Schema } from "@heddle/api/document"

export const documentation = (text: string): string =>
  text === "" ? "" : `/** ${text.trim().replaceAll("*/", "*\\/").replaceAll("\n", "\n * ")} */\n`

const nameOf = (property: string): string => (/^[A-Za-z_]\w*$/.test(property) ? property : JSON.stringify(property))

/** `optional` is what an absent property may also be. */
export const propertyText = (name: string, schema: Schema, isRequired: boolean, optional = ""): string =>
  `${documentation(schema.description ?? "")}readonly ${nameOf(name)}${isRequired ? "" : "?"}: ${typeText(schema)}${isRequired ? "" : optional}\n`

const joined = (types: Iterable<string>, by: "|" | "&"): string => {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? distinct.join("") : `(${distinct.join(` ${by} `)})`
}

const objectText = ({ properties, required = [], additionalProperties }: Schema): string => {
  const others = typeof additionalProperties === "object" ? typeText(additionalProperties) : "unknown"
  if (properties === undefined) return `Readonly<Record<string, ${others}>>`
  const fields = Object.entries(properties).map(([name, schema]) => propertyText(name, schema, required.includes(name)))
  return `{\n${fields.join("")}}`
}

const textOfType = (type: string, schema: Schema): string => {
  if (type === "array") return `ReadonlyArray<${typeText(schema.items ?? {})}>`
  if (type === "object") return objectText(schema)
  return type === "integer" ? "number" : type
}

export const typeText = (schema: Schema): string => {
  const { const: only, enum: values, anyOf, oneOf, allOf, type } = schema
  const component = componentOf(schema)
  if (component !== undefined) return component
  if (only !== undefined) return JSON.stringify(only)
  if (values !== undefined)
    return joined(
      values.map((value) => JSON.stringify(value)),
      "|"
    )
  if (allOf !== undefined) return joined(allOf.map(typeText), "&")
  const alternatives = anyOf ?? oneOf
  if (alternatives !== undefined) return joined(alternatives.map(typeText), "|")
  if (type === undefined) return schema.properties === undefined ? "unknown" : objectText(schema)
  const types = typeof type === "string" ? [type] : type
  return joined(
    types.map((one) => textOfType(one, schema)),
    "|"
  )
}
