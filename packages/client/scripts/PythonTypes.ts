/** Python types, as text, of the JSON Schemas in an OpenAPI document: a `TypedDict` for each object with known fields. */
import { componentOf } from "./Called.ts"
import type { Schema } from "@heddle/api/document"

/** `likeCount`, `last-event-id` and `from` as names in Python. */
export const pythonName = (name: string): string => {
  const snake = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase()
  return reserved.has(snake) ? `${snake}_` : snake
}

const reserved: ReadonlySet<string> = new Set(["from", "import", "class", "def", "in", "is", "not", "or", "and", "if"])

export const docstring = (text: string, indent: string): string =>
  text.trim() === ""
    ? ""
    : `${indent}"""${text
        .trim()
        .replaceAll("\\", "\\\\")
        .replaceAll('"""', "'''")
        .replaceAll(/\n(?=\S)/g, `\n${indent}`)}"""\n`

const literal = (value: unknown): string => {
  if (value === null) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  return JSON.stringify(value)
}

const union = (types: ReadonlyArray<string>): string => [...new Set(types)].join(" | ")

const scalars: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None"
}

/** Writes types one after the other: an object inside of another gets a name of its own, made of both. */
export class PythonTypes {
  readonly classes: Array<string> = []

  typeText(schema: Schema, name: string, list = "list"): string {
    const { const: only, enum: values, anyOf, oneOf, allOf, type, properties } = schema
    const component = componentOf(schema)
    if (component !== undefined) return component
    if (only !== undefined) return `Literal[${literal(only)}]`
    // A literal of Python is no fraction.
    if (values?.some((value) => typeof value === "number" && !Number.isInteger(value))) return "float"
    if (values !== undefined) return `Literal[${values.map(literal).join(", ")}]`
    if (allOf !== undefined) throw new Error(`${name} is an intersection, which Python's types do not have.`)
    const alternatives = anyOf ?? oneOf
    if (alternatives !== undefined) return union(alternatives.map((one) => this.typeText(one, name, list)))
    const types = type === undefined ? [] : typeof type === "string" ? [type] : type
    if (properties !== undefined) return `${this.typedDict(schema, name)}${types.includes("null") ? " | None" : ""}`
    return types.length === 0 ? "Any" : union(types.map((one) => this.textOfType(one, schema, name, list)))
  }

  private textOfType(type: string, schema: Schema, name: string, list: string): string {
    if (type === "array") return `${list}[${this.typeText(schema.items ?? {}, name, list)}]`
    if (type !== "object") return scalars[type] ?? "Any"
    const { additionalProperties: others } = schema
    return `dict[str, ${typeof others === "object" ? this.typeText(others, name) : "Any"}]`
  }

  typedDict({ properties = {}, required = [], description = "" }: Schema, name: string): string {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.typeText(schema, `${name}${field.charAt(0).toUpperCase()}${pascal(field.slice(1))}`)
      return [field, required.includes(field) ? type : `NotRequired[${type}]`, schema.description ?? ""] as const
    })
    if (fields.some(([field]) => pythonName(field) === `${field}_`)) {
      // The words of a class cannot have such a name.
      const items = fields.map(([field, type]) => `"${field}": "${type}"`)
      this.classes.push(`${name} = TypedDict("${name}", {${items.join(", ")}})\n${docstring(description, "")}`)
      return name
    }
    const lines = fields.map(([field, type, words]) => `    ${field}: ${type}\n${docstring(words, "    ")}`)
    const body = `${docstring(description, "    ")}${description === "" ? "" : "\n"}${lines.join("")}`
    this.classes.push(`class ${name}(TypedDict):\n${body === "" ? "    pass\n" : body}`)
    return name
  }
}

const pascal = (name: string): string => name.replaceAll(/_([a-z])/g, (_text, letter: string) => letter.toUpperCase())
