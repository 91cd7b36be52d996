/** Turns input that does not fit its schema into a 400 which names the field and, for an unknown one, the nearest known. */
import { Caller, InputErrors, type InvalidApiKey, type InvalidParameter, invalidParameter } from "@heddle/api"
import { closest, distance } from "fastest-levenshtein"
import { Effect, Layer, Option, Schema, SchemaAST, type Types } from "effect"
import { HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { isUtf8 } from "node:buffer"
import { Metering } from "../../operations/metering/Metering.ts"
import { type InputFault, inputFaults } from "../../runtime/SchemaMessages.ts"

/** Further apart than this, a suggestion confuses more than it helps. */
const maxDistance = 3
/** Faults that are listed; a body full of unknown fields must not become an answer many times its size. */
const maxListed = 20
const maxNameLength = 100

interface Fault {
  readonly path: string
  readonly message: string
}

/** What a route may fail with is not known to a middleware of all of them. */
type Failure = Types.unhandled | InvalidParameter | InvalidApiKey

const refusing = (beforeRefusal: Effect.Effect<unknown, InvalidApiKey>) => {
  const fail = (faults: ReadonlyArray<Fault>): Effect.Effect<never, InvalidParameter | InvalidApiKey> =>
    Effect.andThen(
      beforeRefusal,
      Effect.suspend(() => Effect.fail(invalidParameterOf(faults)))
    )

  return InputErrors.of((httpEffect, { endpoint }) =>
    Effect.gen(function* () {
      const faults = [...(yield* brokenText), ...(endpoint.query === undefined ? yield* unknownQuery : [])]
      if (faults.length > 0) return yield* fail(faults)
      return yield* httpEffect.pipe(
        Effect.catch((error): Effect.Effect<never, Failure> => {
          if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
          return error.kind === "Body" || error.kind === "ResponseHeaders"
            ? Effect.die(error)
            : fail(faultsOf(error, endpoint))
        })
      )
    })
  )
}

/** Whoever sends no valid input learns what is wrong with it. */
export const InputErrorsLive = Layer.succeed(InputErrors, refusing(Effect.void))

/** The same for calls with an API key, which is proved first: no operation runs that would do so. */
export const ProvedInputErrorsLive = Layer.effect(
  InputErrors,
  Effect.map(Metering, ({ prove }) =>
    refusing(Effect.flatMap(Effect.serviceOption(Caller), Option.match({ onNone: () => Effect.void, onSome: prove })))
  )
)

/** A call without parameters has no schema that could find the unknown ones. */
const unknownQuery = Effect.map(HttpServerRequest.ParsedSearchParams, (parameters): ReadonlyArray<Fault> =>
  Object.keys(parameters).map((name) => ({
    path: name,
    message: "is not a parameter of this call, which takes none"
  }))
)

/** Percent-encoding of bytes that are no text would be read as replacement characters, and paid for. */
const brokenText = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }): ReadonlyArray<Fault> => {
  const start = url.indexOf("?")
  if (start === -1) return []
  return url
    .slice(start + 1)
    .split("&")
    .filter((parameter) => !isUtf8(percentDecoded(parameter)))
    .map((parameter) => ({
      path: percentDecoded(parameter.split("=", 1)[0] ?? "").toString(),
      message: "is not UTF-8 under its percent-encoding; encode the text as UTF-8 first"
    }))
})

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    "latin1"
  )

const faultsOf = (error: HttpApiError.HttpApiSchemaError, endpoint: HttpApiEndpoint.Top): ReadonlyArray<Fault> => {
  const known = knownFields(endpoint)
  return inputFaults(error.cause.issue).map((fault) => ({
    path: fault.path.join("."),
    message: say(fault, error, known)
  }))
}

const invalidParameterOf = (faults: ReadonlyArray<Fault>) => {
  const listed = faults.slice(0, maxListed).map(({ path, message }) => ({ path: shorten(path), message }))
  const more = faults.length - listed.length
  return invalidParameter(...listed, ...(more > 0 ? [{ path: "", message: `and ${more} more such errors` }] : []))
}

const shorten = (name: string): string => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name)

const say = (
  { path, message, isUnknownField }: InputFault,
  { kind }: HttpApiError.HttpApiSchemaError,
  known: ReadonlyArray<string>
): string => {
  if (isUnknownField) return suggest(path.at(-1) ?? "", known)
  // In a query string all values are strings; only a repeated name makes something else.
  if (kind === "Query" && message === "must be a string") return "is given more than once"
  return path.length === 0 && kind === "Payload" && message.startsWith("must be") ? `the body ${message}` : message
}

const suggest = (name: string, known: ReadonlyArray<string>): string => {
  const nearest = closest(shorten(name), [...known])
  const apart = distance(shorten(name), nearest)
  return apart <= maxDistance && apart < Math.max(name.length, nearest.length)
    ? `is not known; did you mean \`${nearest}\`?`
    : `is not known; known are ${known.join(", ")}`
}

const knownFields = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> => {
  const schemas = [
    ...(endpoint.query === undefined ? [] : [endpoint.query]),
    ...[...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
  ]
  return schemas.flatMap((schema) => fieldNames(Schema.toEncoded(schema).ast))
}

const fieldNames = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
