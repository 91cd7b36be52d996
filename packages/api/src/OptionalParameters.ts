/**
 * Optional parameters. The contract is the only place that states a default: the reference shows it, prices use it, and
 * services apply it with `withDefaults`. Decoding does not, because the field would become required in the client.
 */
import { Schema } from "effect"
import { IntBetween } from "./Parameters.ts"

interface Words<A> {
  readonly description: string
  readonly example?: A
}

const documentation = <A>({ description, example }: Words<A>) => ({
  description,
  ...(example === undefined ? {} : { examples: [example] })
})

/** An optional parameter without a default. */
export const optional = <S extends Schema.Top>(schema: S, words: Words<NoInfer<S["Type"]>>) =>
  Schema.optionalKey(schema).annotate(documentation(words))

/** An optional parameter with a default. */
export interface Defaulted<S extends Schema.Top> extends Schema.optionalKey<S> {
  readonly defaultValue: S["Type"]
}

export const defaulted = <S extends Schema.Top>(
  schema: S,
  defaultValue: NoInfer<S["Type"]>,
  words: Words<NoInfer<S["Type"]>>
): Defaulted<S> =>
  Object.assign(Schema.optionalKey(schema).annotate({ ...documentation(words), default: defaultValue }), {
    defaultValue
  })

/** One of several literals. */
export const choice = <const L extends ReadonlyArray<string>>(
  literals: L,
  defaultValue: NoInfer<L[number]>,
  description: string
) =>
  defaulted(Schema.Literals(literals), defaultValue, {
    description,
    example: literals.find((literal) => literal !== defaultValue) ?? defaultValue
  })

/** A flag that is off by default. */
export const flag = (description: string) => defaulted(Schema.Boolean, false, { description, example: true })

/** A whole number within bounds. */
export interface WholeNumber extends Defaulted<ReturnType<typeof IntBetween>> {
  readonly minimum: number
  readonly maximum: number
}

export const wholeNumber = ({
  minimum,
  maximum,
  defaultValue,
  ...words
}: Words<number> & {
  readonly minimum: number
  readonly maximum: number
  readonly defaultValue: number
}): WholeNumber => Object.assign(defaulted(IntBetween(minimum, maximum), defaultValue, words), { minimum, maximum })

/** A minimum count; rows below it are excluded. */
export const threshold = (description: string) =>
  optional(IntBetween(0, Number.MAX_SAFE_INTEGER), { description, example: 100 })

export type DefaultsOf<Fields> = {
  readonly [K in keyof Fields as Fields[K] extends { readonly defaultValue: unknown } ? K : never]: Fields[K] extends {
    readonly defaultValue: infer Value
  }
    ? Value
    : never
}

// The overload declares the type that the entries have by construction.
export function defaultsOf<Fields extends Schema.Struct.Fields>(fields: Fields): DefaultsOf<Fields>
export function defaultsOf(fields: Schema.Struct.Fields): object {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => ("defaultValue" in field ? [[name, field.defaultValue]] : []))
  )
}

/** Fills in the defaults of absent parameters. */
export const withDefaults = <Fields extends Schema.Struct.Fields>({ fields }: { readonly fields: Fields }) => {
  const defaults = defaultsOf(fields)
  return <Query extends object>(query: Query) => ({ ...defaults, ...query })
}
