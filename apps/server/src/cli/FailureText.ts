/** What went wrong and what to do, in words. */
import { Config, Effect, Option, Schema, SchemaIssue } from "effect"
import { HttpClientError, HttpClientResponse, HttpServerError } from "effect/http"
import { errorText } from "../runtime/StatementText.ts"

/** Undefined for a defect, which only its stack trace explains. */
export const failureText = (error: unknown): Effect.Effect<string | undefined> =>
  HttpClientError.isHttpClientError(error) ? describeHttpError(error) : Effect.succeed(describeLocal(error))

const describeLocal = (error: unknown): string | undefined => {
  if (error instanceof Config.ConfigError) return describeSetting(error)
  if (error instanceof HttpServerError.ServeError) return describeListen(error.cause)
  return errorText(error)
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
