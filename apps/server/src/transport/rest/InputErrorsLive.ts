/** Turns input that does not fit its schema into a 400 which names the field and, for an unknown one, the nearest known. */
import { InputErrors, type InvalidParameter, invalidParameter } from "@heddle/api"
import { closest, distance } from "fastest-levenshtein"
import { Effect, Layer, Schema, SchemaAST, type Types } from "effect"
import { HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { isUtf8 } from "node:buffer"
import { type InputFault, inputFaults } from "../../runtime/SchemaMessages.ts"

/** Further apart than this, a suggestion confuses more than it helps. */
const maxDistance = 3
/** Faults that are listed; a body full of unknown fields must not become an answer many times its size. */
const maxListed = 20
const maxNameLength = 100

/** What a route may fail with is not known to a middleware of all of them. */
type Failure = Types.unhandled | InvalidParameter

export const InputErrorsLive = Layer.succeed(
  InputErrors,
  InputErrors.of((httpEffect, { endpoint }) =>
    Effect.gen(function* () {
      yield* refuseBrokenText
      if (endpoint.query === undefined) yield* refuseQuery
      return yield* httpEffect.pipe(
        Effect.catch((error): Effect.Effect<never, Failure> =>
          HttpApiError.HttpApiSchemaError.is(error) ? refuse(error, endpoint) : Effect.fail(error)
        )
      )
    })
  )
)

/** A call without parameters has no schema that could find the unknown ones. */
const refuseQuery = Effect.gen(function* () {
  const names = Object.keys(yield* HttpServerRequest.ParsedSearchParams)
  const message = "is not a parameter of this call, which takes none"
  if (names.length > 0) return yield* fail(names.map((name) => ({ path: name, message })))
})

/** Percent-encoding of bytes that are no text would be read as replacement characters, and paid for. */
const refuseBrokenText = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const start = url.indexOf("?")
  if (start === -1) return
  const broken = url
    .slice(start + 1)
    .split("&")
    .filter((parameter) => !isUtf8(percentDecoded(parameter)))
  const message = "is not UTF-8 under its percent-encoding; encode the text as UTF-8 first"
  const nameOf = (parameter: string) => percentDecoded(parameter.split("=", 1)[0] ?? "").toString()
  if (broken.length > 0) return yield* fail(broken.map((parameter) => ({ path: nameOf(parameter), message })))
})

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    "latin1"
  )

const refuse = (error: HttpApiError.HttpApiSchemaError, endpoint: HttpApiEndpoint.Top) => {
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
  const known = knownFields(endpoint)
  return fail(
    inputFaults(error.cause.issue).map((fault) => ({ path: fault.path.join("."), message: say(fault, error, known) }))
  )
}

const fail = (faults: ReadonlyArray<{ readonly path: string; readonly message: string }>) => {
  const listed = faults.slice(0, maxListed).map(({ path, message }) => ({ path: shorten(path), message }))
  const more = faults.length - listed.length
  return Effect.fail(
    invalidParameter(...listed, ...(more > 0 ? [{ path: "", message: `and ${more} more such errors` }] : []))
  )
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
