/** Types and helpers for OpenAPI documents in the annotation `transform`. */

export type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): Json => (isJson(value) ? value : {})

export const listOf = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? value.map(objectOf) : [])

/** Maps the members that are objects. */
export const mapValues = (object: unknown, change: (value: Json, name: string) => Json): Json =>
  Object.fromEntries(
    Object.entries(objectOf(object)).map(([name, value]) => [name, isJson(value) ? change(value, name) : value])
  )
