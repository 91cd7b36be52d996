/** The arguments of a tool: the path and query parameters of its operation in one flat object. */
import { describeParameter, type InvalidParameter, type Tool } from "@heddle/api"
import { Effect, Option, Result, Schema, SchemaAST } from "effect"
import { type InputFault, inputFaults } from "../../runtime/SchemaMessages.ts"
import { isRestCursor } from "../metering/Call.ts"
import { type Fault, invalidParameterOf, suggestName } from "./InputFaults.ts"
import { type Json, lean } from "./JsonSchema.ts"

/** What a tool is made of: any operation of the table that names one. */
export interface ToolOperation {
  readonly kind: string
  readonly summary: string
  readonly tool: Tool | null
  readonly price: { readonly text: string }
  /** Parameters by name, decoded. */
  readonly fields: Schema.Struct.Fields
  readonly endpoint: {
    readonly identifier: string
    readonly params: Schema.Top | undefined
    readonly query: Schema.Top | undefined
    readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
  }
}

type Part = "params" | "query" | "payload" | "transport"

export interface Parameter {
  readonly name: string
  readonly part: Part
  readonly isRequired: boolean
  readonly schema: Json
}

/** For an operation whose answers have no pages of their own. */
const cursorParameter: Parameter = {
  name: "cursor",
  part: "transport",
  isRequired: false,
  schema: {
    type: "string",
    description: "`next_cursor` of the previous result."
  }
}

const namesIn = (schema: Schema.Top | undefined): ReadonlyArray<string> => {
  const ast = schema === undefined ? undefined : Schema.toEncoded(schema).ast
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

const ownParametersOf = ({ endpoint, fields }: ToolOperation): ReadonlyArray<Parameter> =>
  (["params", "query"] as const).flatMap((part) =>
    namesIn(endpoint[part]).flatMap((name) => {
      const field = fields[name]
      // `dry_run` is no field: a tool answers with results of one shape.
      if (field === undefined) return []
      const { description, schema } = describeParameter(field)
      return [
        {
          name,
          part,
          isRequired: !SchemaAST.isOptional(field.ast),
          schema: lean({ ...schema, description })
        }
      ]
    })
  )

/** `inParts`: whether an answer may be too long for one call. */
export const parametersOf = (operation: ToolOperation, inParts: boolean): ReadonlyArray<Parameter> => {
  const parameters = ownParametersOf(operation)
  return inParts && !parameters.some(({ name }) => name === cursorParameter.name)
    ? [...parameters, cursorParameter]
    : parameters
}

const bodyOf = ({ endpoint }: ToolOperation): Schema.Top | undefined =>
  [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)[0]

/** Everything that a call has, with the fields of its body: for readers of JSON that need no schema of each. */
export const argumentsOf = (operation: ToolOperation): ReadonlyArray<Parameter> => [
  ...ownParametersOf(operation),
  ...namesIn(bodyOf(operation)).map((name): Parameter => ({ name, part: "payload", isRequired: false, schema: {} }))
]

/** Permits further properties: our own error for an unknown name suggests the nearest known one. */
export const inputSchemaOf = (parameters: ReadonlyArray<Parameter>) => ({
  type: "object" as const,
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)
})

const isText = Schema.is(Schema.String)
/** An id that came as a number beyond these bounds has lost its last digits. */
const ExactNumber = Schema.Finite.check(
  Schema.isBetween({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
)
const isItem = Schema.is(Schema.Union([Schema.String, ExactNumber, Schema.Boolean]))

const parseList = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.Unknown)))
const parseObject = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

const fromListText = (value: unknown): unknown =>
  isText(value) ? Option.getOrElse(parseList(value), () => value) : value

/** Other text than that of a list is read as in an address. An object is no keyword, also as text: it would cost. */
const listGiven = (value: unknown): unknown => {
  const given = fromListText(value)
  if (Array.isArray(given)) {
    const items = given.filter((item) => item !== null)
    return items.every(isItem) ? items.map(String) : given
  }
  return isText(given) ? Option.getOrElse(parseObject(given), () => given) : given
}

const wordTypes: ReadonlySet<string> = new Set(["integer", "number", "boolean"])

/** As text, which operations decode; a list of one is what is in it. Models write `True` and put blanks round numbers. */
const scalarGiven = (value: unknown, { schema }: Parameter): unknown => {
  const list = fromListText(value)
  const given: unknown = Array.isArray(list) && list.length === 1 ? list[0] : value
  if (!isItem(given)) return given
  return wordTypes.has(String(schema["type"])) ? String(given).trim().toLowerCase() : String(given)
}

const isList = ({ schema }: Parameter): boolean => schema["type"] === "array"

const isBlank = (value: unknown): boolean => value === null || (isText(value) && value.trim() === "")

/** Programs send null, or an empty text or list, for what their users leave out. */
const isAbsent = (value: unknown, parameter: Parameter | undefined): boolean => {
  if (parameter?.part === "payload") return false
  if (value === null) return true
  if (parameter === undefined || parameter.isRequired) return false
  const given = isList(parameter) ? listGiven(value) : fromListText(value)
  return isBlank(given) || (Array.isArray(given) && given.every(isBlank))
}

const typeNames: Readonly<Record<string, string>> = {
  array: "a list of strings",
  integer: "a number",
  boolean: "true or false",
  string: "one string, not a list or an object"
}

/** The operation expects text, the caller of the tool another type. */
const faultOf = ({ path, message }: InputFault, parameters: ReadonlyArray<Parameter>): Fault => {
  const parameter = parameters.find(({ name }) => name === path[0])
  const expected = typeNames[String(parameter?.schema["type"])]
  return expected !== undefined && /^must be a (string|list)\b/.test(message)
    ? { path: path[0] ?? "", message: `must be ${expected}` }
    : { path: path.join("."), message }
}

/** Each item of a list may have the same fault. */
const distinctFaults = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.filter(
    ({ path, message }, index) =>
      faults.findIndex((other) => other.path === path && other.message === message) === index
  )

/** A body is JSON already; everything else is written as in an address. */
const givenFor = (parameter: Parameter, value: unknown): unknown => {
  if (parameter.part === "payload") return value
  return isList(parameter) ? listGiven(value) : scalarGiven(value, parameter)
}

const decodePart = (
  operation: ToolOperation,
  part: "params" | "query" | "payload",
  parameters: ReadonlyArray<Parameter>,
  given: ReadonlyMap<string, unknown>
): Result.Result<unknown, ReadonlyArray<Fault>> => {
  const schema = part === "payload" ? bodyOf(operation) : operation.endpoint[part]
  if (schema === undefined) return Result.succeed(undefined)
  const input = Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = given.get(parameter.name)
      if (parameter.part !== part || value === undefined) return []
      return [[parameter.name, givenFor(parameter, value)]]
    })
  )
  return Result.mapError(
    Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(schema.ast))(input, { errors: "all" }),
    ({ issue }) => distinctFaults(inputFaults(issue).map((fault) => faultOf(fault, parameters)))
  )
}

const unknownNames = (parameters: ReadonlyArray<Parameter>, given: ReadonlyMap<string, unknown>) => {
  const known = parameters.map(({ name }) => name)
  return [...given.keys()]
    .filter((name) => !known.includes(name))
    .map((path) => ({ path, message: suggestName(path, known) }))
}

const faultsIn = (result: Result.Result<unknown, ReadonlyArray<Fault>>): ReadonlyArray<Fault> =>
  Result.isFailure(result) ? result.failure : []

/** What a call asks for: the rows that a cursor leads to, or else an answer to the request. */
export interface Asked<Request> {
  readonly cursor: string | null
  readonly request: Request
}

/** The cursor of rows that did not fit. Any other is one of the operation's own, if it takes one. */
const cursorOf = (parameters: ReadonlyArray<Parameter>, given: ReadonlyMap<string, unknown>): string | null => {
  const cursor = given.get(cursorParameter.name)
  if (typeof cursor !== "string") return null
  return parameters.includes(cursorParameter) || isRestCursor(cursor) ? cursor : null
}

/**
 * Decodes arguments into the request of the operation, with the operation's own schemas, so that the errors are those of
 * REST.
 */
export function decodeArguments(
  operation: ToolOperation,
  parameters: ReadonlyArray<Parameter>,
  args: Json
): Effect.Effect<Asked<never>, InvalidParameter>
// The overload declares what holds by construction: an operation's schemas decode the requests it takes.
export function decodeArguments(
  operation: ToolOperation,
  parameters: ReadonlyArray<Parameter>,
  args: Json
): Effect.Effect<Asked<unknown>, InvalidParameter> {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  // Some programs must send an argument, so they make one up for a tool that has none.
  const sent = known.size === 0 ? [] : Object.entries(args)
  const given = new Map(sent.filter(([name, value]) => !isAbsent(value, known.get(name))))
  const unknown = unknownNames(parameters, given)
  const cursor = cursorOf(parameters, given)
  if (cursor !== null && unknown.length === 0) return Effect.succeed({ cursor, request: {} })
  const params = decodePart(operation, "params", parameters, given)
  const query = decodePart(operation, "query", parameters, given)
  const payload = decodePart(operation, "payload", parameters, given)
  const faults = [...unknown, ...faultsIn(params), ...faultsIn(query), ...faultsIn(payload)]
  if (faults.length > 0) return Effect.fail(invalidParameterOf(faults))
  const request = {
    params: Result.getOrUndefined(params),
    query: Result.getOrUndefined(query),
    payload: Result.getOrUndefined(payload)
  }
  return Effect.succeed({ cursor: null, request })
}
