/** JSON Schemas in the words of a reader: "list of text, 1 to 10, each up to 100 characters". */
import type { Schema } from "@heddle/api/document"
import { kebabCase } from "@heddle/api/snippets"

export const typePath = (name: string): string => `/docs/reference/types/${kebabCase(name)}`

/** Bounds beyond which no reader gets. */
const boundless = 1e11

const code = (value: unknown): string => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``

const boundsOf = (from: unknown, to: unknown): string => {
  const least = typeof from === "number" ? from : undefined
  const most = typeof to === "number" && to < boundless ? to : undefined
  if (least !== undefined && most !== undefined)
    return `, ${least.toLocaleString("en")} to ${most.toLocaleString("en")}`
  if (most !== undefined) return `, at most ${most.toLocaleString("en")}`
  return least === undefined || least === 0 ? "" : `, at least ${least.toLocaleString("en")}`
}

const plainNames: Readonly<Record<string, string>> = {
  integer: "whole number",
  number: "number",
  string: "text",
  boolean: "true or false",
  object: "object",
  null: "null"
}

/** The name of a type, and what limits it. */
const nameAndLimits = (type: string, schema: Schema): readonly [name: string, limits: string] => {
  const { format, maxLength, minimum, maximum, items, minItems, maxItems } = schema
  if (type === "string") {
    if (format === "date-time") return ["time", ", such as 2026-11-22T09:30:00Z"]
    return ["text", maxLength === undefined ? "" : `, up to ${maxLength.toLocaleString("en")} characters`]
  }
  if (type !== "array") return [plainNames[type] ?? type, type === "null" ? "" : boundsOf(minimum, maximum)]
  const [item = "", ...rest] = (items === undefined ? "values" : typeWords(items)).split(", ")
  const each = rest.length === 0 ? "" : `, each ${rest.join(", ")}`
  return [`list of ${item}`, `${boundsOf(minItems, maxItems)}${each}`]
}

/** In Markdown: values are code, records are links. */
export const typeWords = (schema: Schema): string => {
  const { $ref, anyOf, oneOf, type } = schema
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1) ?? ""
    return `[${name}](${typePath(name)})`
  }
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(" · ")
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeWords))].join(" or ")
  const types = typeof type === "string" ? [type] : (type ?? [])
  if (types.length === 0) return "any value"
  const all = types.map((one) => nameAndLimits(one, schema))
  return `${all.map(([name]) => name).join(" or ")}${all.map(([, limits]) => limits).join("")}`
}

export const defaultWords = (schema: Schema): string =>
  schema.default === undefined ? "" : `, default ${code(schema.default)}`
