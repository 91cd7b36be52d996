/** Turns input that does not fit its schema into a 400 which names the field and, for an unknown one, the nearest known. */
import { InputErrors, invalidParameter } from "@heddle/api"
import { closest, distance } from "fastest-levenshtein"
import { Effect, Schema, SchemaAST, SchemaIssue } from "effect"
import { type HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"

/** Further apart than this, a suggestion confuses more than it helps. */
const maxDistance = 3

export const InputErrorsLive = HttpApiMiddleware.layerSchemaErrorTransform(InputErrors, (error, { endpoint }) => {
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
  const known = knownFields(endpoint)
  const format = SchemaIssue.makeFormatterStandardSchemaV1({
    leafHook: (issue) => (issue._tag === "UnexpectedKey" ? unknownField : SchemaIssue.defaultLeafHook(issue))
  })
  const issues = format(error.cause.issue).issues.map(({ path, message }) => {
    const names = (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment))
    return { path: names.join("."), message: message === unknownField ? suggest(names.at(-1) ?? "", known) : message }
  })
  return Effect.fail(invalidParameter(...issues))
})

const unknownField = "unknown"

const suggest = (name: string, known: ReadonlyArray<string>): string => {
  if (known.length === 0) return "is not a parameter of this call, which takes none"
  const nearest = closest(name, [...known])
  return distance(name, nearest) <= maxDistance
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
