/**
 * JSON Schemas that every client accepts. Some drop a tool, or a whole session, over `$ref`, `anyOf`, `oneOf`, `allOf`,
 * `not` or a list of types, so none of these occurs.
 */

export type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const objectOf = (value: unknown): Json => (isJson(value) ? value : {})
const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Bounds that say no more than the type. */
const isTrivialBound = (name: string, value: unknown): boolean =>
  (name === "maximum" && value === Number.MAX_SAFE_INTEGER) || (name === "minimum" && value === 0)

/** The schema of an argument; `title` and the like are noise to a model. */
const kept: ReadonlySet<string> = new Set([
  "type",
  "description",
  "enum",
  "default",
  "minimum",
  "maximum",
  "minItems",
  "maxItems"
])

/** A parameter's schema without what clients reject or models need not read. */
export const lean = (schema: Json): Json => ({
  ...Object.fromEntries(
    Object.entries(schema).filter(([name, value]) => kept.has(name) && !isTrivialBound(name, value))
  ),
  ...(schema["items"] === undefined ? {} : { items: { type: objectOf(schema["items"])["type"] } })
})

const isNull = (schema: unknown): boolean => objectOf(schema)["type"] === "null"

/** One object with the properties of all alternatives. */
const merge = (alternatives: ReadonlyArray<Json>): Json => ({
  type: "object",
  properties: Object.assign({}, ...alternatives.toReversed().map(({ properties }) => objectOf(properties)))
})

const outlineOf = ({ type, properties, items, anyOf }: Json): Json => {
  const alternatives = listOf(anyOf).filter(isJson)
  // A type would exclude either the null or the value.
  if (alternatives.some(isNull)) return { description: "Or null." }
  if (alternatives.length > 0) return outlineOf(merge(alternatives))
  if (type === "array") return { type, items: outlineOf(objectOf(items)) }
  if (type !== "object") return { type }
  const fields = Object.entries(objectOf(properties)).map(([name, value]) => [name, outlineOf(objectOf(value))])
  return { type, properties: Object.fromEntries(fields) }
}

/**
 * The schema of a result: the names and types of its fields, and which the envelope always has. More would double the
 * list of tools, which occupies the memory of every conversation.
 */
export const outline = (schema: Json) => ({
  ...outlineOf(schema),
  type: "object" as const,
  required: listOf(schema["required"]).map(String)
})
