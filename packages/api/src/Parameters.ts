/**
 * Building blocks of parameters: text, lists, whole numbers, and optional ones. The contract is the only place that states
 * a default: the reference shows it, prices use it, and services apply it with `withDefaults`. Decoding does not, because
 * the field would become required in the client.
 */
import { Schema, SchemaGetter } from "effect"

// PostgreSQL text cannot hold NUL, and a lone surrogate is not Unicode.
const wellFormed = Schema.makeFilter((text: string) =>
  text.includes("\u0000") || !text.isWellFormed() ? "must be well-formed Unicode without NUL" : undefined
)

/** Text from a caller that PostgreSQL can store and compare. */
export const Text = Schema.String.check(wellFormed)

const notEmpty = Schema.isMinLength(1, { message: "must not be empty" })

/** An identifier, name or address, without a length limit of its own. */
export const NonEmptyText = Text.check(notEmpty)

/** Maximum length of identifiers from sources, in Unicode code points. */
export const identifierAtMost = { code: 512, username: 256 }

const identifier = (atMost: number) =>
  NonEmptyText.check(Schema.isMaxCodePoints(atMost, { message: `must have at most ${atMost} characters` }))

export const PostCode = identifier(identifierAtMost.code).annotate({
  description: "The code of a post, as in `data[].code` of a search.",
  examples: ["3lbq5sbzq2k2a"]
})
export const AuthorName = identifier(identifierAtMost.username).annotate({
  description: "The author's name on the network, without `@`.",
  examples: ["ann.example"]
})

/** Items of a repeated parameter; an empty one makes a list of a single item, which could not be told from text. */
const itemsOf = (given: string | ReadonlyArray<string>): ReadonlyArray<string> =>
  (typeof given === "string" ? given.split(",") : given.filter((item) => item.trim() !== "")).map((item) => item.trim())

/**
 * A list: text with commas, or a repeated parameter, whose items may contain commas. Items are trimmed; duplicates count
 * (decisions, "Lists in parameters"). `itemAtMost` is in Unicode code points, so a rare character or a simple emoji counts
 * as one.
 */
export const ListOf = (options: { readonly name: string; readonly atMost: number; readonly itemAtMost: number }) =>
  Schema.Union([Schema.String, Schema.Array(Schema.String)]).pipe(
    Schema.decodeTo(
      Schema.Array(
        Text.check(
          Schema.isMinLength(1, { message: `an item is empty; separate ${options.name} with single commas` }),
          Schema.isMaxCodePoints(options.itemAtMost, {
            message: `an item is longer than ${options.itemAtMost} characters`
          })
        )
      ).check(
        Schema.isMinLength(1, { message: "must not be empty" }),
        Schema.isMaxLength(options.atMost, { message: `at most ${options.atMost} ${options.name} in one call` })
      ),
      {
        decode: SchemaGetter.transform(itemsOf),
        encode: SchemaGetter.transform((items: ReadonlyArray<string>) =>
          items.some((item) => item.includes(",")) ? [...items, ...(items.length === 1 ? [""] : [])] : items.join(",")
        )
      }
    )
  )

const keywordLimits = { atMost: 10, itemAtMost: 100 }

/** Keywords of search and trend. Error messages call them `name`. */
export const Keywords = (name: string) => ListOf({ name, ...keywordLimits })

export const keywordsParameter = Keywords("keywords").annotate({
  description: `1 to ${keywordLimits.atMost} keywords of at most ${keywordLimits.itemAtMost} characters.`,
  examples: [["coffee", "咖啡"]]
})

/** A list of post codes. */
export const codesOf = (atMost: number) => ListOf({ name: "codes", atMost, itemAtMost: identifierAtMost.code })

const topicAtMost = 500

/** A topic described in words, in Unicode code points. */
export const Topic = Text.check(
  Schema.makeFilter((text: string) => (text.trim() === "" ? "must not be empty" : undefined)),
  Schema.isMaxCodePoints(topicAtMost, { message: `must have at most ${topicAtMost} characters` })
)

const namesAtMost = 50

export const codesParameter = codesOf(namesAtMost).annotate({
  description: `1 to ${namesAtMost} post codes. The posts can be of any age and do not have to be stored.`,
  examples: [["3lbq5sbzq2k2a", "3lbq6t7x5pc2b"]]
})

export const usernamesParameter = ListOf({
  name: "usernames",
  atMost: namesAtMost,
  itemAtMost: identifierAtMost.username
}).annotate({
  description: `1 to ${namesAtMost} author names.`,
  examples: [["ann.example", "ben.example"]]
})

/** A whole number between two inclusive bounds. */
export const IntBetween = (minimum: number, maximum: number) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`
  return Schema.Finite.check(Schema.isInt({ message }).abort(), Schema.isBetween({ minimum, maximum }, { message }))
}

/** Unix time in seconds, UTC. */
export const UnixSeconds = IntBetween(0, 253_402_300_799).annotate({ description: "Unix time in seconds (UTC)." })

/** A non-negative count in an answer. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const rfc3339 = /^(\d{4}-\d{2}-(\d{2}))T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i

/** Rejects dates such as 30 February, which JavaScript reads as 2 March. */
const isTime = (text: string): boolean => {
  const [, date = "", day = ""] = rfc3339.exec(text) ?? []
  return new Date(date).getUTCDate() === Number(day) && !Number.isNaN(Date.parse(text))
}

/** A time in webhook management or in a call of the operator, always with an offset, as text. */
export const Rfc3339Text = Schema.String.check(
  Schema.makeFilter((text) =>
    isTime(text) ? undefined : "must be an RFC 3339 time with an offset, such as 2027-01-31T00:00:00Z"
  )
)

export const Rfc3339 = Rfc3339Text.pipe(
  Schema.decodeTo(Schema.Date, {
    decode: SchemaGetter.transform((text: string) => new Date(text)),
    encode: SchemaGetter.transform((date: Date) => date.toISOString())
  })
)

/** A field that caused a 400. */
export const FieldError = Schema.Struct({
  path: Schema.String.annotate({ description: "The parameter or body field, such as `likeCount`." }),
  message: Schema.String.annotate({ description: "What is wrong with it." })
}).annotate({ identifier: "FieldError" })
export type FieldError = typeof FieldError.Type

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

/** Of the operations whose answers the server shares. */
export const sharedAnswers = "The answer is at most a minute old: callers who ask the same share one."
