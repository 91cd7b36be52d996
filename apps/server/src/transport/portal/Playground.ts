/** The operations of the playground: a projection of the table of operations, with the parameters as the API documents them. */
import { describeParameter, families } from "@heddle/api"
import type { PlaygroundOperation } from "@heddle/api/portal"
import type { Schema } from "effect"
import { type Parameter, parametersOf } from "../../operations/parameters/Arguments.ts"
import type { ToolOperation } from "../../operations/parameters/ToolOperation.ts"

interface Listed extends ToolOperation {
  readonly description: string
  readonly endpoint: ToolOperation["endpoint"] & { readonly method: string; readonly path: string }
}

export interface Playable {
  readonly operation: ToolOperation
  readonly parameters: ReadonlyArray<Parameter>
  readonly shown: PlaygroundOperation
}

/** Management of webhooks has screens of its own. */
const withScreens: ReadonlySet<string> = new Set(["webhooks"])

const parameterOf =
  (fields: Schema.Struct.Fields) =>
  ({ name, part, isRequired }: Parameter): PlaygroundOperation["parameters"] => {
    const field = fields[name]
    if (field === undefined) return []
    const { description, schema, example } = describeParameter(field)
    return [
      {
        name,
        in: part === "params" ? "path" : "query",
        required: isRequired,
        description,
        schema,
        default: "default" in schema ? schema["default"] : null,
        example: example ?? null
      }
    ]
  }

const playableOf = (family: string, operation: Listed): ReadonlyArray<Playable> => {
  const { kind, endpoint, fields, summary, description, price, tool } = operation
  if (endpoint.method !== "GET" || (kind !== "read" && kind !== "priced")) return []
  const parameters = parametersOf(operation, false)
  const shown: PlaygroundOperation = {
    name: endpoint.identifier,
    family,
    method: endpoint.method,
    path: endpoint.path,
    summary,
    description,
    price: price.text,
    tool: tool?.name ?? null,
    priced: kind === "priced",
    parameters: parameters.flatMap(parameterOf(fields))
  }
  return [{ operation, parameters, shown }]
}

/** In the order of the table. */
export const playable: ReadonlyArray<Playable> = families.flatMap(({ group, operations }) =>
  withScreens.has(group.identifier)
    ? []
    : operations.flatMap((operation: Listed) => playableOf(group.identifier, operation))
)
