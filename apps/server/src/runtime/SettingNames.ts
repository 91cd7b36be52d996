/**
 * Finds unknown settings in the environment: a misspelt name would otherwise silently leave the default in force. The
 * known names are read from the definitions themselves.
 */
import { Config, ConfigProvider, Effect } from "effect"
import { closest, distance } from "fastest-levenshtein"

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

/** The name a definition reads, found by parsing it against an empty environment. */
export const nameRead = (definition: Config.Config<unknown>): string => {
  const read: Array<string> = []
  const noSettings = ConfigProvider.make((path) =>
    Effect.sync(() => {
      read.push(path.join("_"))
      return undefined
    })
  )
  Effect.runSync(Effect.ignore(definition.parse(noSettings)))
  return read[0] ?? ""
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
  return distance(name, nearest) <= maxDistance ? nearest : known.find((one) => one.startsWith(`${name}_`))
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
