/**
 * Finds unknown settings in the environment: a misspelt name would otherwise silently leave the default in force. The
 * known names are read from the definitions themselves.
 */
import { Config, ConfigProvider, Duration, Effect, Option, Schema, SchemaGetter } from "effect"
import { closest, distance } from "fastest-levenshtein"
import { namesIn } from "./NameList.ts"

const prefix = "HEDDLE_"
/** Settings of the tests, which share their environment with the servers under test. */
const testPrefix = "HEDDLE_TEST_"
/** Settings of `heddle-rules` and of receivers, which may be set in the same shell. */
const otherPrograms: ReadonlySet<string> = new Set([
  "HEDDLE_API_KEY",
  "HEDDLE_API_URL",
  "HEDDLE_WEBHOOK_SECRET",
  "HEDDLE_RECEIVER_LOG",
  "HEDDLE_RECEIVER_ENDS_WITH_STDIN"
])

/** The names a definition reads, its own first, found by parsing it against an empty environment. */
export const namesRead = (definition: Config.Config<unknown>): ReadonlyArray<string> => {
  const read = new Set<string>()
  const noSettings = ConfigProvider.make((path) =>
    Effect.sync(() => {
      read.add(path.join("_"))
      return undefined
    })
  )
  Effect.runSync(Effect.ignore(definition.parse(noSettings)))
  return [...read]
}

/** The names of all values at or below a path. Environment variables are split at their underscores. */
const namesBelow = (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, ConfigProvider.SourceError> =>
  Effect.gen(function* () {
    const node = yield* provider.load(path)
    if (node === undefined) return []
    // Names that continue with a number form an array; its last name is enough for the message.
    const below = node._tag === "Record" ? [...node.keys] : node._tag === "Array" ? [String(node.length - 1)] : []
    const names = yield* Effect.forEach(below, (key) => namesBelow(provider, [...path, key]))
    return node.value === undefined ? names.flat() : [path.join("_"), ...names.flat()]
  })

const maxDistance = 3

const nearestTo = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const nearest = closest(name, known)
  // A short name is close to every other short one.
  const isNear = distance(name, nearest) <= Math.min(maxDistance, name.length / 2)
  return isNear ? nearest : known.find((one) => one.startsWith(`${name}_`))
}

const unknownNames = (unknown: ReadonlyArray<string>, known: ReadonlyArray<string>) => {
  const suggestions = unknown.map((name) => [name, nearestTo(name, known)] as const)
  const lines = suggestions.map(
    ([name, nearest]) => `Unknown setting: ${name}${nearest === undefined ? "." : `; did you mean ${nearest}?`}`
  )
  const isAnyUnclear = suggestions.some(([, nearest]) => nearest === undefined)
  const all = isAnyUnclear ? [`The settings are ${known.join(", ")}.`] : []
  const message = [...lines, "Correct the name or unset it.", ...all].join("\n")
  return new Config.ConfigError(new ConfigProvider.SourceError({ message }))
}

/** Fails when the environment contains an unknown setting. */
export const checkNames = (known: ReadonlySet<string>): Effect.Effect<void, Config.ConfigError> =>
  Effect.gen(function* () {
    const provider = yield* ConfigProvider.ConfigProvider
    const root = yield* provider.load([])
    const roots = root?._tag === "Record" ? [...root.keys].filter((key) => `${key}_`.startsWith(prefix)) : []
    const names = (yield* Effect.forEach(roots, (key) => namesBelow(provider, [key]))).flat()
    const unknown = names.filter((name) => !known.has(name) && !otherPrograms.has(name) && !name.startsWith(testPrefix))
    if (unknown.length > 0)
      return yield* Effect.fail(unknownNames([...new Set(unknown)].toSorted(), [...known].toSorted()))
  }).pipe(Effect.catchTag("SourceError", (error) => Effect.fail(new Config.ConfigError(error))))

/** Numbers, durations and choices of settings, with messages that show what to write. */
const durationExample = "must be a duration such as `10 seconds`, `5 minutes` or `2 days`"

const isDuration = (text: string): boolean => Option.isSome(Schema.decodeUnknownOption(Schema.DurationFromString)(text))

/** Decodes the form first, so that its message appears rather than the library's. */
const DurationText = Schema.String.check(
  Schema.makeFilter((text) => (isDuration(text) ? undefined : durationExample))
).pipe(Schema.decodeTo(Schema.DurationFromString))

/** A duration above 0. */
export const durationUpTo = (maximum: Duration.Duration, message: string) =>
  durationOrZero(maximum, message).check(
    Schema.makeFilter((duration) => (Duration.isGreaterThan(duration, Duration.zero) ? undefined : message))
  )

export const durationOrZero = (maximum: Duration.Duration, message: string) =>
  DurationText.check(
    Schema.makeFilter((duration) => (Duration.isLessThanOrEqualTo(duration, maximum) ? undefined : message))
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

/** One or more of the choices, separated by commas: each once, in the order in which they are named. */
export const severalOf = <const Choices extends ReadonlyArray<string>>(
  name: string,
  choices: Choices,
  byDefault: ReadonlyArray<Choices[number]>
) => {
  const isChoice = (one: string): one is Choices[number] => choices.includes(one)
  const Names = Schema.String.check(
    Schema.makeFilter((text) => {
      const names = namesIn(text)
      const unknown = names.find((one) => !isChoice(one))
      if (unknown === undefined) return names.length > 0 ? undefined : `must be one or more of ${choices.join(", ")}`
      const nearest = nearestTo(unknown.toLowerCase(), choices)
      const meant = nearest === undefined ? "; use" : `; did you mean ${nearest}? Use`
      return `it names "${unknown}"${meant} one or more of ${choices.join(", ")}, separated by commas`
    })
  )
  return Config.schema(Names, name).pipe(
    Config.map((text): ReadonlyArray<Choices[number]> => [...new Set(namesIn(text))].filter(isChoice)),
    Config.withDefault(byDefault)
  )
}

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
