/** Numbers, durations and choices of settings, with messages that show what to write. */
import { Config, Duration, Option, Schema, SchemaGetter } from "effect"

const durationExample = "must be a duration such as `10 seconds`, `5 minutes` or `2 days`"

const isDuration = (text: string): boolean => Option.isSome(Schema.decodeUnknownOption(Schema.DurationFromString)(text))

/** Decodes the form first, so that its message appears rather than the library's. */
const DurationText = Schema.String.check(
  Schema.makeFilter((text) => (isDuration(text) ? undefined : durationExample))
).pipe(Schema.decodeTo(Schema.DurationFromString))

/** A duration above 0. */
export const durationUpTo = (maximum: Duration.Duration, message: string) =>
  DurationText.check(
    Schema.makeFilter((duration) =>
      Duration.isGreaterThan(duration, Duration.zero) && Duration.isLessThanOrEqualTo(duration, maximum)
        ? undefined
        : message
    )
  )

export const PositiveDuration = durationUpTo(Duration.infinity, `${durationExample}, and more than 0`)

/** How long rows are kept. Below a day, maintenance would compete with what still uses them. */
export const Retention = DurationText.check(
  Schema.makeFilter((duration) =>
    Duration.isGreaterThanOrEqualTo(duration, Duration.days(1))
      ? undefined
      : "must be at least 1 day, such as `30 days`"
  )
)

const number = (name: string, isAllowed: (value: number) => boolean, message: string) =>
  Config.schema(
    Schema.String.check(
      Schema.makeFilter((text) => (/^-?\d+(\.\d+)?$/.test(text) && isAllowed(Number(text)) ? undefined : message))
    ).pipe(Schema.decodeTo(Schema.FiniteFromString)),
    name
  )

const isWhole = (minimum: number, maximum: number) => (value: number) =>
  Number.isInteger(value) && value >= minimum && value <= maximum

export const wholeNumber = (name: string, minimum: number, maximum: number) =>
  number(name, isWhole(minimum, maximum), `must be a whole number from ${minimum} to ${maximum.toLocaleString("en")}`)

export const port = (name: string) => number(name, isWhole(0, 65_535), "must be the number of a port, such as `8080`")

const maxRequestRate = 100

/** Requests in a second; less than one in 1,000 seconds would never get around. */
export const requestRate = (name: string) =>
  number(
    name,
    (rate) => rate === 0 || (rate >= 0.001 && rate <= maxRequestRate),
    `must be 0, or from 0.001 to ${maxRequestRate} requests a second, such as \`0.5\``
  )

const quoted = (choices: ReadonlyArray<string>) => choices.map((choice) => `\`${choice}\``).join(" or ")

export const oneOf = <const Choices extends ReadonlyArray<string>>(name: string, choices: Choices) =>
  Config.schema(Schema.Literals(choices).annotate({ message: `must be ${quoted(choices)}` }), name)

const yes: ReadonlySet<string> = new Set(["true", "yes", "on", "1", "y"])
const no: ReadonlySet<string> = new Set(["false", "no", "off", "0", "n"])

/** The message need not list everything that is taken. */
const YesOrNo = Schema.String.check(
  Schema.makeFilter((text) => (yes.has(text) || no.has(text) ? undefined : "must be `true` or `false`"))
).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((text) => yes.has(text)),
    encode: SchemaGetter.transform((isYes) => (isYes ? "true" : "false"))
  })
)

export const yesOrNo = (name: string) => Config.schema(YesOrNo, name)
