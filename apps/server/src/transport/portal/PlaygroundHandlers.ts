/** Running any operation from the browser, with its price first. */
import { describeParameter, families, invalidParameter, NotFound } from "@heddle/api"
import { isPlayable, type PlaygroundOperation, PlaygroundRpcs, PortalCaller } from "@heddle/api/portal"
import { Clock, Effect, type Schema } from "effect"
import {
  decodeArguments,
  type Parameter,
  parametersOf,
  type ToolOperation
} from "../../operations/parameters/Arguments.ts"
import type { ToolAnswer } from "../mcp/CallTool.ts"
import { columnsByOperation } from "../rest/tables/TableResponse.ts"
import { respond, respondAny } from "./Failures.ts"
import { callOf, dataOf, limited, PortalAnswers, run } from "./PortalCall.ts"

interface Listed extends ToolOperation {
  readonly description: string
  readonly endpoint: ToolOperation["endpoint"] & { readonly method: string; readonly path: string }
}

interface Playable {
  readonly operation: ToolOperation
  readonly parameters: ReadonlyArray<Parameter>
  readonly shown: PlaygroundOperation
}

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
  if (!isPlayable(family, operation)) return []
  const parameters = parametersOf(operation, false)
  const shown: PlaygroundOperation = {
    name: endpoint.identifier,
    family,
    method: "GET",
    path: endpoint.path,
    summary,
    description,
    price: price.text,
    tool: tool?.name ?? null,
    priced: kind === "priced",
    parameters: parameters.flatMap(parameterOf(fields)),
    columns: columnsByOperation.get(endpoint.identifier) ?? null
  }
  return [{ operation, parameters, shown }]
}

/** In the order of the table. */
const playable: ReadonlyArray<Playable> = families.flatMap(({ group, operations }) =>
  operations.flatMap((operation: Listed) => playableOf(group.identifier, operation))
)

interface Given {
  readonly operation: string
  readonly parameters: Readonly<Record<string, unknown>>
}

interface Runnable extends Playable {
  readonly answer: ToolAnswer
}

const unknownOperation = (name: string) => new NotFound({ detail: `There is no operation ${name}.` })

const restCursor = invalidParameter({ path: "cursor", message: "is not a valid cursor for this operation" })

const runnable = Effect.gen(function* () {
  const groups: Readonly<Record<string, Readonly<Record<string, ToolAnswer>>>> = yield* PortalAnswers
  const byName = new Map(Object.values(groups).flatMap((group) => Object.entries(group)))
  return new Map(
    playable.flatMap((one): ReadonlyArray<[string, Runnable]> => {
      const answer = byName.get(one.shown.name)
      return answer === undefined ? [] : [[one.shown.name, { ...one, answer }]]
    })
  )
})

export const PlaygroundHandlers = PlaygroundRpcs.toLayer(
  Effect.gen(function* () {
    const { account } = yield* PortalAnswers
    const table = yield* runnable

    const requestOf = Effect.fnUntraced(function* ({ operation, parameters }: Given) {
      const found = table.get(operation)
      if (found === undefined) return yield* respond(Effect.fail(unknownOperation(operation)))
      const asked = yield* respond(decodeArguments(found.operation, found.parameters, parameters))
      if (asked.cursor !== null) return yield* respond(Effect.fail(restCursor))
      return { found, request: asked.request }
    })

    const answered = Effect.fnUntraced(function* (given: Given) {
      const { found, request } = yield* requestOf(given)
      return yield* respondAny(Effect.scoped(found.answer.call(request, yield* callOf)))
    })

    return PlaygroundRpcs.of({
      "playground.ListOperations": () => Effect.succeed(playable.map(({ shown }) => shown)),
      "playground.EstimateCall": Effect.fnUntraced(function* (given) {
        const { found } = yield* requestOf(given)
        if (!found.shown.priced) {
          const { data } = yield* run(account.balance, {})
          return { estimate: 0, remaining: data.remaining_credits, affordable: true }
        }
        const { estimated_cost, remaining_credits, would_admit } = yield* dataOf(account.estimate, { payload: given })
        return { estimate: estimated_cost, remaining: remaining_credits, affordable: would_admit }
      }),
      "playground.RunCall": (given) =>
        limited(
          Effect.gen(function* () {
            const { requestId } = yield* PortalCaller
            const startedAt = yield* Clock.currentTimeMillis
            const { body, consumed, remaining } = yield* answered(given)
            const durationMs = Math.max(0, Math.round((yield* Clock.currentTimeMillis) - startedAt))
            return { body, consumed, remaining, durationMs, requestId }
          })
        )
    })
  })
)
