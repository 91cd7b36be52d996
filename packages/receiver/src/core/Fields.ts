export interface Field<A> {
  readonly expected: string
  readonly accepts: (value: unknown) => value is A
}

/** One field per property, so that a type and its check cannot drift apart. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> }

const isString = (value: unknown): value is string => typeof value === "string"
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

export const string: Field<string> = { expected: "a string", accepts: isString }
export const integer: Field<number> = { expected: "an integer", accepts: isInteger }
export const boolean: Field<boolean> = {
  expected: "true or false",
  accepts: (value): value is boolean => typeof value === "boolean"
}
export const integerOrNull: Field<number | null> = {
  expected: "an integer or null",
  accepts: (value): value is number | null => value === null || isInteger(value)
}
export const strings: Field<ReadonlyArray<string>> = {
  expected: "an array of strings",
  accepts: (value): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isString)
}
export const identifier = (maxCharacters: number): Field<string> => ({
  expected: `a string of 1 to ${maxCharacters} characters`,
  accepts: (value): value is string => isString(value) && value.length > 0 && value.length <= maxCharacters
})
export const literal = <const A extends string | null>(only: A): Field<A> => ({
  expected: JSON.stringify(only),
  accepts: (value): value is A => value === only
})

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The first problem in words, or null. Fields that are not listed pass; values are never repeated. */
export function findProblem<T>(fields: Fields<T>, value: unknown, path: string): string | null {
  if (!isRecord(value)) return `${path} must be an object.`
  for (const name in fields) {
    const field = fields[name]
    if (!Object.hasOwn(value, name)) return `${path}.${name} is missing.`
    if (!field.accepts(value[name])) return `${path}.${name} must be ${field.expected}.`
  }
  return null
}
