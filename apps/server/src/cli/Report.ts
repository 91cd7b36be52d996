/** Prints the failure of a command: what went wrong and what to do. Only defects show a stack trace. */
import { Cause, Config, Console, Effect, Option, Schema, SchemaIssue } from "effect"
import { CliError, CliOutput } from "effect/cli"
import { HttpClientError, HttpClientResponse, HttpServerError } from "effect/http"
import { JsonLog } from "../runtime/LogFormat.ts"
import { logFormat } from "../runtime/Settings.ts"

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

const describe = (error: unknown): Effect.Effect<string | undefined> =>
  HttpClientError.isHttpClientError(error) ? describeHttpError(error) : Effect.succeed(describeLocal(error))

const describeLocal = (error: unknown): string | undefined => {
  if (error instanceof Config.ConfigError) return describeSetting(error)
  if (error instanceof HttpServerError.ServeError) return describeListen(error.cause)
  return error instanceof Error && error.message !== "" ? error.message : undefined
}

const decodeProblem = HttpClientResponse.schemaBodyJson(Schema.Struct({ detail: Schema.String }))

/** A request without a response, or with one that the contract does not declare, such as a 401. */
const describeHttpError = Effect.fnUntraced(function* (error: HttpClientError.HttpClientError) {
  const { response } = error
  if (response === undefined) return `The running server did not respond: ${error.message}`
  const problem = yield* Effect.option(decodeProblem(response))
  return Option.isSome(problem)
    ? `The server responded with ${response.status}: ${problem.value.detail}`
    : `The server responded with ${response.status}, which this command cannot read: ${error.message}`
})

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const describeSetting = ({ cause }: Config.ConfigError): string | undefined => {
  if (!Schema.isSchemaError(cause)) return cause.message
  return format(cause.issue)
    .issues.map(({ path, message }) => `The setting ${(path ?? []).map(String).join("_")} cannot be used: ${message}.`)
    .join("\n")
}

const describeListen = (cause: unknown): string | undefined => {
  if (!(cause instanceof Error) || !("code" in cause)) return undefined
  if (cause.code === "EADDRINUSE") {
    return `${cause.message}.\nStop what uses that port, or choose others with HEDDLE_PORT and HEDDLE_OPERATOR_PORT.`
  }
  return cause.message
}
