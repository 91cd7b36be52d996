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
const kept: ReadonlySet<string> = new Set(["type", "description", "enum", "default", "minimum", "maximum"])

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

/** The names alone: rows have many fields. */
const namesOf = (properties: unknown): Json =>
  Object.fromEntries(Object.keys(objectOf(properties)).map((name) => [name, {}]))

const outlineOf = (schema: Json, isRow: boolean): Json => {
  const { type, properties, items, anyOf } = schema
  const alternatives = listOf(anyOf).filter(isJson)
  // A type would exclude either the null or the value.
  if (alternatives.some(isNull)) return {}
  if (alternatives.length > 0) return outlineOf(merge(alternatives), isRow)
  if (type === "array") return { type, items: outlineOf(objectOf(items), true) }
  if (type !== "object") return { type }
  return { type, properties: isRow ? namesOf(properties) : outlinesOf(properties) }
}

const outlinesOf = (properties: unknown): Json =>
  Object.fromEntries(
    Object.entries(objectOf(properties)).map(([name, value]) => [name, outlineOf(objectOf(value), false)])
  )

/** Every result has them, and every conversation carries this list, so only lists name them. */
const notices = "notices"

const withoutNotices = (properties: unknown): Json =>
  Object.fromEntries(Object.entries(objectOf(properties)).filter(([name]) => name !== notices))

/**
 * The schema of a result: its fields, and the names of those of its rows. More would double the list of tools, which
 * every conversation carries.
 */
export const outline = (schema: Json): Outline => ({
  type: "object",
  properties: outlinesOf(withoutNotices(schema["properties"])),
  required: listOf(schema["required"])
    .map(String)
    .filter((name) => name !== notices)
})

export interface Outline extends Json {
  readonly type: "object"
  readonly properties: Json
  readonly required: ReadonlyArray<string>
}

export const isList = ({ properties }: Outline): boolean => objectOf(properties["data"])["type"] === "array"

/** With the fields that say how to get rows that did not fit. */
export const withRest = (schema: Outline): Outline => ({
  ...schema,
  properties: {
    ...schema.properties,
    next_cursor: {},
    [notices]: {}
  }
})
