/** Prints the failure of a command: what went wrong and what to do. Only defects show a stack trace. */
import { Cause, Console, Effect, Schema } from "effect"
import { CliError, CliOutput } from "effect/cli"
import { JsonLog } from "../runtime/LogFormat.ts"
import { logFormat } from "../runtime/Settings.ts"

/** The words are loaded when they are needed, because they know the errors of HTTP. */
const describe = (error: unknown) =>
  Effect.flatMap(
    Effect.promise(() => import("./FailureText.ts")),
    ({ failureText }) => failureText(error)
  )

class FailureLogged extends Schema.TaggedError<FailureLogged>()("FailureLogged", {}) {}

export const reportFailure = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapCause(command, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.void
    const error = Cause.squash(cause)
    // `TypedWrongly` has printed these.
    if (CliError.isCliError(error) || error instanceof FailureLogged) return Effect.void
    return Effect.flatMap(describe(error), (message) => Console.error(message ?? Cause.pretty(cause)))
  })

const suggestionOf = ([nearest]: ReadonlyArray<string>): string =>
  nearest === undefined ? "." : `; did you mean ${nearest}?`

const wordsOf = (error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "InvalidValue": {
      const name = error.kind === "flag" ? `--${error.option}` : `<${error.option}>`
      return `${name} cannot be ${JSON.stringify(error.value)}: ${error.expected.replace(/^Schema validation failed: /, "")}.`
    }
    case "UnrecognizedOption":
      return `Unknown flag ${error.option}${suggestionOf(error.suggestions)}`
    case "UnknownSubcommand":
      return `Unknown command ${error.subcommand}${suggestionOf(error.suggestions)}`
    default:
      return `${error.message}.`
  }
}

/** What was typed wrongly, and where the help is: all of it would push the error off the screen. */
export const TypedWrongly = CliOutput.layerPresenter({
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Console.error(
          [
            ...event.errors.map(wordsOf),
            `Usage: ${event.helpDoc.usage}`,
            `For more, run ${event.commandPath.join(" ")} --help`
          ].join("\n")
        )
      : CliOutput.defaultPresenter.present(event)
})

/** A server that logs JSON does so to its end: whatever collects the log could not read anything else. */
export const logFailure = <A, E, R>(server: Effect.Effect<A, E, R>): Effect.Effect<A, E | FailureLogged, R> =>
  Effect.catchCause(
    server,
    Effect.fnUntraced(function* (cause) {
      const format = yield* Effect.orElseSucceed(logFormat, () => "text")
      if (format === "text" || Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause)
      const message = yield* describe(Cause.squash(cause))
      const log = message === undefined ? Effect.logFatal("The server failed.", cause) : Effect.logFatal(message)
      yield* Effect.provide(log, JsonLog)
      return yield* new FailureLogged()
    })
  )
