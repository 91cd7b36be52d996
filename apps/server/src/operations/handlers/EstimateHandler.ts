/** What any call with a price would cost: the dry run of its own handler, so that there is one estimate and one set of checks. */
import {
  DryRunResult,
  type estimate,
  InvalidApiKey,
  InvalidParameter,
  invalidParameter,
  operations,
  PlanRequired,
  RateLimited,
  TooManyRunningCalls,
  Unavailable
} from "@heddle/api"
import { Effect, Schema, type Scope } from "effect"
import type { Call, MeteredOperation } from "../metering/Call.ts"
import { Metering } from "../metering/Metering.ts"
import { argumentsOf, decodeArguments, type Parameter, type ToolOperation } from "../parameters/Arguments.ts"

/** Handlers by the name of their operation. */
export type HandlersByName = Readonly<Record<string, MeteredOperation<never, object, unknown, Scope.Scope>>>

type Request = Parameters<typeof estimate.parameters>[0]

const priced = new Map(
  operations.flatMap(
    (operation: ToolOperation): ReadonlyArray<[string, readonly [ToolOperation, ReadonlyArray<Parameter>]]> =>
      operation.kind === "priced" ? [[operation.endpoint.identifier, [operation, argumentsOf(operation)]]] : []
  )
)

const isDryRun = Schema.is(DryRunResult)

/** Everything that a dry run fails with. */
const failures = [InvalidApiKey, InvalidParameter, PlanRequired, RateLimited, TooManyRunningCalls, Unavailable] as const
type Failure = InstanceType<(typeof failures)[number]>

const isFailure = (error: unknown): error is Failure => failures.some((failure) => error instanceof failure)

const noRest = invalidParameter({ path: "cursor", message: "leads to rows that have their price already" })

export const estimateHandler = (handlers: HandlersByName) =>
  Effect.map(Metering, ({ checkCaller }) => ({
    call: Effect.fnUntraced(
      function* ({ payload: { operation: name, parameters = {} } }: Request, call: Call) {
        const found = priced.get(name)
        const handler = handlers[name]
        if (found === undefined || handler === undefined) return yield* Effect.die(new Error(`${name} has no handler`))
        const asked = yield* Effect.tapError(decodeArguments(...found, parameters), () => checkCaller(call.caller))
        if (asked.cursor !== null) return yield* noRest
        const dry = { ...call, dryRun: true, idempotency: null, fits: null }
        const { body, ...answer } = yield* handler.call(asked.request, dry)
        if (!isDryRun(body)) return yield* Effect.die(new Error(`${name} has no dry run`))
        const { data, notices, credits_consumed } = body
        return { ...answer, body: { data, notices, credits_consumed } }
      },
      Effect.scoped,
      Effect.catch((error) => (isFailure(error) ? Effect.fail(error) : Effect.die(error)))
    )
  }))
