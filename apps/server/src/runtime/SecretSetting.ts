/** Settings that are secrets: `NAME` has the value, or `NAME_FILE` the file that has it, as container engines mount secrets. */
import { Config, ConfigProvider, Effect, Option, Redacted } from "effect"
import { readFileSync } from "node:fs"

export const fileVariable = (name: string): string => `${name}_FILE`

const failure = (message: string) => new Config.ConfigError(new ConfigProvider.SourceError({ message }))

/** The system's words without the call and the path that Node appends to some of them. */
const reasonOf = (cause: unknown): string => (cause instanceof Error ? (cause.message.split(", ")[0] ?? "") : "")

const contentOf = (variable: string, file: string) =>
  Effect.try({
    try: () => readFileSync(file, "utf8").trim(),
    catch: (cause) =>
      failure(`The setting ${variable} cannot be used: the file ${file} cannot be read (${reasonOf(cause)}).`)
  }).pipe(
    Effect.filterOrFail(
      (text) => text !== "",
      () => failure(`The setting ${variable} cannot be used: the file ${file} is empty.`)
    )
  )

export const secret = (name: string): Config.Config<Option.Option<Redacted.Redacted>> =>
  Config.all([Config.option(Config.Redacted(name)), Config.option(Config.String(fileVariable(name)))]).pipe(
    Config.mapEffect(([value, file]) => {
      if (Option.isNone(file)) return Effect.succeed(value)
      if (Option.isSome(value)) {
        return Effect.fail(failure(`${name} and ${fileVariable(name)} are both set. Unset one of them.`))
      }
      return Effect.map(contentOf(fileVariable(name), file.value), (text) => Option.some(Redacted.make(text)))
    })
  )
