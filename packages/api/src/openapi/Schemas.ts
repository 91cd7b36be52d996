/** The schemas of the document in the form from which generators make the plainest types. */
import { type Json, listOf, mapValues, objectOf } from "../Json.ts"

/** Bounds below it stay 32 bits. The thresholds of rules end there, and are compared with counts of 64 bits. */
const wide = 1_000_000_000

const referenced = /^#\/components\/schemas\/(.+)$/

export const referenceTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** The name of the component that a schema refers to. */
export const nameIn = (schema: Json): string | undefined => referenced.exec(String(schema["$ref"]))?.[1]

const isNull = (schema: Json): boolean => schema["type"] === "null"

/** Without a format, generators take an integer for one of 32 bits. */
const withFormat = (schema: Json): Json => {
  const { type, minimum, maximum } = schema
  const types: ReadonlyArray<unknown> = Array.isArray(type) ? type : [type]
  if (!types.includes("integer")) return schema
  const fits = typeof maximum === "number" && maximum < wide && (typeof minimum !== "number" || minimum > -wide)
  return fits ? schema : { ...schema, format: "int64" }
}

const withNull = ({ type, enum: values, ...rest }: Json): Json => ({
  type: [type, "null"],
  ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  ...rest
})

/** Members that can tell alternatives apart: of a row, and of a problem. */
const telling = ["status", "code"]

const discriminatorOf = (alternatives: ReadonlyArray<Json>, components: Json): Json => {
  for (const propertyName of telling) {
    const mapping = new Map(
      alternatives.flatMap((alternative): ReadonlyArray<readonly [string, unknown]> => {
        const { properties } = objectOf(components[nameIn(alternative) ?? ""])
        const { enum: values } = objectOf(objectOf(properties)[propertyName])
        return Array.isArray(values) && values.length === 1 ? [[String(values[0]), alternative["$ref"]]] : []
      })
    )
    if (mapping.size === alternatives.length)
      return { discriminator: { propertyName, mapping: Object.fromEntries(mapping) } }
  }
  return {}
}

const plainUnion = (schema: Json, components: Json): Json => {
  const { anyOf, ...rest } = schema
  const all = listOf(anyOf)
  const [only, ...others] = all.filter((one) => !isNull(one))
  if (all.length === 0 || only === undefined) return schema
  const nullable = others.length + 1 < all.length
  if (others.length === 0 && nullable && typeof only["type"] === "string") return { ...withNull(only), ...rest }
  const types = all.map(({ type }) => type)
  const areBare = all.every((one) => Object.keys(one).length === 1 && typeof one["type"] === "string")
  if (areBare) return { type: types, ...rest }
  return { oneOf: all, ...rest, ...discriminatorOf(all, components) }
}

/** `isAnswer`: whether the schema is of an answer, which later releases may give more fields. */
const change = (components: Json, isAnswer: boolean) => {
  const plain = (value: unknown, isMap = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => plain(one))
    if (typeof value !== "object" || value === null) return value
    const inside = Object.entries(objectOf(value))
      .filter(([name, one]) => isMap || !(isAnswer && name === "additionalProperties" && typeof one === "boolean"))
      .map(([name, one]): [string, unknown] => [
        name,
        !isMap && values.has(name) ? one : plain(one, !isMap && name === "properties")
      ])
    const changed: Json = Object.fromEntries(inside)
    return isMap ? changed : withFormat(plainUnion(changed, components))
  }
  return (schema: unknown): Json => objectOf(plain(schema))
}

/** Members of a schema that hold values, not schemas. */
const values: ReadonlySet<string> = new Set(["default", "enum", "const", "examples", "example", "required"])

const inContent = (part: unknown, apply: (schema: unknown) => Json): Json => {
  const whole = objectOf(part)
  if (whole["content"] === undefined) return whole
  return {
    ...whole,
    content: mapValues(whole["content"], (one) => ({ ...one, schema: apply(one["schema"]) }))
  }
}

/** Of one operation. */
export const plainOperation =
  (components: Json) =>
  (operation: Json): Json => {
    const given = change(components, false)
    const answered = change(components, true)
    const { requestBody } = operation
    return {
      ...operation,
      parameters: listOf(operation["parameters"]).map((one) => ({ ...one, schema: given(one["schema"]) })),
      ...(requestBody === undefined ? {} : { requestBody: inContent(requestBody, given) }),
      responses: mapValues(operation["responses"], (response) => inContent(response, answered))
    }
  }

/** Generators take a field with a default for one that is always there, which a body need not have. */
const withDefaultInWords = (field: Json): Json => {
  const { default: byDefault, description, ...rest } = field
  if (byDefault === undefined) return field
  return { ...rest, description: `${description} Default: \`${String(byDefault)}\`.` }
}

const plainBody = (schema: Json): Json => ({
  ...schema,
  properties: mapValues(schema["properties"], withDefaultInWords)
})

/** Of the components; `isGiven` tells which of them are bodies of requests. */
export const plainComponents = (components: Json, isGiven: (name: string) => boolean): Json =>
  mapValues(components, (schema, name) => {
    const given = isGiven(name)
    const plain = change(components, !given)(schema)
    return given ? plainBody(plain) : plain
  })
