/** Turns invalid input into a 400 that names the field and, for an unknown one, suggests the most similar known name. */
import { Caller, InputErrors, type InvalidApiKey, type InvalidParameter } from "@heddle/api"
import { Effect, Layer, Option, Result, Schema, SchemaAST, type Types } from "effect"
import { HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { isUtf8 } from "node:buffer"
import { Metering } from "../../operations/metering/Metering.ts"
import { type InputFault, inputFaults } from "../../runtime/SchemaMessages.ts"
import { jsonFaultText } from "./JsonFault.ts"
import { type Fault, invalidParameterOf, suggestName } from "../../operations/parameters/InputFaults.ts"

/** A middleware of all routes cannot know the errors of each. */
type Failure = Types.unhandled | InvalidParameter | InvalidApiKey

/** `check` runs before invalid input is reported. */
const reportInputErrors = (check: Effect.Effect<unknown, InvalidApiKey>) => {
  const fail = (faults: ReadonlyArray<Fault>): Effect.Effect<never, InvalidParameter | InvalidApiKey> =>
    Effect.andThen(
      check,
      Effect.suspend(() => Effect.fail(invalidParameterOf(faults)))
    )

  return InputErrors.of((httpEffect, { endpoint }) =>
    Effect.gen(function* () {
      const faults = [...(yield* invalidUtf8), ...(endpoint.query === undefined ? yield* unexpectedQuery : [])]
      if (faults.length > 0) return yield* fail(faults)
      const given = yield* HttpServerRequest.ParsedSearchParams
      const request = yield* HttpServerRequest.HttpServerRequest
      return yield* httpEffect.pipe(
        Effect.catch((error): Effect.Effect<never, Failure> => {
          if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
          if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
          return error.kind === "Payload"
            ? Effect.flatMap(notJson(request), (fault) =>
                fail(fault === null ? faultsOf(error, endpoint, given) : [fault])
              )
            : fail(faultsOf(error, endpoint, given))
        })
      )
    })
  )
}

/** For routes without an API key. */
export const InputErrorsLayer = Layer.succeed(InputErrors, reportInputErrors(Effect.void))

/** For routes with an API key. Checks the key first, since no operation runs that would check it. */
export const AuthenticatedInputErrorsLayer = Layer.effect(
  InputErrors,
  Effect.map(Metering, ({ checkCaller }) =>
    reportInputErrors(
      Effect.flatMap(Effect.serviceOption(Caller), Option.match({ onNone: () => Effect.void, onSome: checkCaller }))
    )
  )
)

/** An endpoint without parameters has no query schema that would reject unknown ones. */
const unexpectedQuery = Effect.map(HttpServerRequest.ParsedSearchParams, (parameters): ReadonlyArray<Fault> =>
  Object.keys(parameters).map((name) => ({
    path: name,
    message: "is unknown; this call has no parameters"
  }))
)

/** Percent-encoded bytes that are not UTF-8 would become replacement characters, and the caller would pay for them. */
const invalidUtf8 = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }): ReadonlyArray<Fault> => {
  const start = url.indexOf("?")
  if (start === -1) return []
  return url
    .slice(start + 1)
    .split("&")
    .filter((parameter) => !isUtf8(percentDecoded(parameter)))
    .map((parameter) => ({
      path: percentDecoded(parameter.split("=", 1)[0] ?? "").toString(),
      message: "is not valid UTF-8 after percent-decoding; encode the text as UTF-8 first"
    }))
})

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    "latin1"
  )

/** Null for a body that is JSON, or absent. It was read before, so reading it again is free. */
const notJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const text = yield* Effect.orDie(request.text)
  if (text === "" || Result.isSuccess(Result.try(() => JSON.parse(text)))) return null
  const fault: Fault = { path: "", message: jsonFaultText(text) }
  return fault
})

type Given = Readonly<Record<string, string | ReadonlyArray<string>>>

const faultsOf = (
  error: HttpApiError.HttpApiSchemaError,
  endpoint: HttpApiEndpoint.Top,
  given: Given
): ReadonlyArray<Fault> => {
  const known = knownFields(endpoint)
  return inputFaults(error.cause.issue).map((fault) => ({
    path: fault.path.join("."),
    message: messageOf(fault, error, known, given)
  }))
}

/** All times of the API are Unix seconds; a caller who sends a date is told which one to send. */
const secondsOf = (given: Given[string] | undefined): string => {
  if (typeof given !== "string" || !/^\d{4}-\d\d-\d\d/.test(given)) return ""
  const millis = Date.parse(given)
  return Number.isNaN(millis)
    ? ""
    : `: ${new Date(millis).toISOString()} is ${Math.floor(millis / 1_000)} in Unix seconds`
}

const messageOf = (
  { path, message, isUnknownField }: InputFault,
  { kind }: HttpApiError.HttpApiSchemaError,
  known: ReadonlyArray<string>,
  given: Given
): string => {
  if (isUnknownField) return suggestName(path.at(-1) ?? "", known)
  // Every query value is a string unless its name is repeated.
  if (kind === "Query" && message === "must be a string") return "must be given only once"
  if (kind === "Query" && message === "must be a number") return `${message}${secondsOf(given[path.join(".")])}`
  return path.length === 0 && kind === "Payload" && message.startsWith("must be")
    ? `the body ${message.replace(" or undefined", ", or be absent")}`
    : message
}

const knownFields = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> => {
  const schemas = [
    ...(endpoint.query === undefined ? [] : [endpoint.query]),
    ...[...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
  ]
  return schemas.flatMap((schema) => fieldNames(Schema.toEncoded(schema).ast))
}

const fieldNames = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast)
    ? ast.propertySignatures.map(({ name }) => String(name))
    : SchemaAST.isUnion(ast)
      ? ast.types.flatMap(fieldNames)
      : []
