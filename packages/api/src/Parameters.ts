/** Building blocks of query parameters. */
import { Schema, SchemaGetter } from "effect"

// PostgreSQL text cannot hold NUL, and a lone surrogate is not Unicode.
const wellFormed = Schema.makeFilter((text: string) =>
  text.includes("\u0000") || !text.isWellFormed() ? "must be well-formed Unicode without NUL" : undefined
)

/** Text from a caller, fit to be compared and stored. */
export const Text = Schema.String.check(wellFormed)

const notEmpty = Schema.isMinLength(1, { message: "must not be empty" })

/** An identifier, name or address; any length a request can have. */
export const NonEmptyText = Text.check(notEmpty)

/** What no source can tell more of, in Unicode code points. */
export const identifierAtMost = { code: 512, username: 256 }

const identifier = (atMost: number) =>
  NonEmptyText.check(Schema.isMaxCodePoints(atMost, { message: `must have at most ${atMost} characters` }))

export const PostCode = identifier(identifierAtMost.code)
export const AuthorName = identifier(identifierAtMost.username)

/**
 * A comma-separated list, split at ASCII commas before anything else; items are trimmed, duplicates count
 * (decisions, "Lists in parameters"). `itemAtMost` counts Unicode code points, in which a rare character or a simple
 * emoji is one.
 */
export const CommaSeparated = (options: {
  readonly name: string
  readonly atMost: number
  readonly itemAtMost: number
}) =>
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.Array(
        Text.check(
          Schema.isMinLength(1, { message: `an item is empty; separate ${options.name} with single commas` }),
          Schema.isMaxCodePoints(options.itemAtMost, {
            message: `an item is longer than ${options.itemAtMost} characters`
          })
        )
      ).check(Schema.isMaxLength(options.atMost, { message: `at most ${options.atMost} ${options.name} in one call` })),
      {
        decode: SchemaGetter.transform((text: string) => text.split(",").map((item) => item.trim())),
        encode: SchemaGetter.transform((items: ReadonlyArray<string>) => items.join(","))
      }
    )
  )

/** Keywords of search and trend. `name` is what an error calls them. */
export const Keywords = (name: string) => CommaSeparated({ name, atMost: 10, itemAtMost: 100 })

/** A whole number between two bounds, both allowed. */
export const IntBetween = (minimum: number, maximum: number) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`
  return Schema.Finite.check(Schema.isInt({ message }).abort(), Schema.isBetween({ minimum, maximum }, { message }))
}

/** A count threshold: 0 or more. */
export const Threshold = IntBetween(0, Number.MAX_SAFE_INTEGER)

/** Unix time in seconds, UTC. */
export const UnixSeconds = IntBetween(0, 253_402_300_799).annotate({ description: "Unix time in seconds (UTC)." })

/** A count in an answer: never negative. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
