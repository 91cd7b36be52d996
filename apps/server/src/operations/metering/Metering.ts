/**
 * Metering, the combinators around every operation, one for each kind: require → estimate → hold → run → settle →
 * record. No handler knows about credits, and no route can forget them. A call that fails or whose caller goes away
 * costs nothing.
 */
import {
  Caller,
  type Consumed,
  type DryRunnable,
  type DryRunResult,
  type FileOperation,
  type PricedOperation,
  type ReadOperation,
  type WithIdempotencyKey,
  Unavailable,
  type WriteOperation
} from "@heddle/api"
import { Effect, Exit } from "effect"
import type { HttpServerResponse } from "effect/http"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import type { Usage } from "../../credits/ledger/LedgerCommands.ts"
import type { Commit } from "../../idempotency/Idempotency.ts"
import { admit, dryRun } from "./Admission.ts"
import { creditHeaders } from "./AnswerHeaders.ts"
import { withIdempotencyKey } from "./WithIdempotencyKey.ts"
import { RequestId } from "./RequestId.ts"
import { requirePlan } from "./PlanRequirement.ts"
import { withinTimeLimit } from "./TimeLimit.ts"

type Run<Request, A, E, R> = (request: Request, caller: Caller["Service"]) => Effect.Effect<A, E, R>

/** What the usage history keeps of this call. */
const usageOf = Effect.fnUntraced(function* <Request>(
  operation: {
    readonly apiType: string
    readonly parameters: (request: Request) => Readonly<Record<string, unknown>>
  },
  request: Request,
  caller: Caller["Service"]
) {
  return {
    keyId: caller.keyId,
    requestId: yield* RequestId,
    source: caller.source,
    apiType: caller.apiTypePrefix + operation.apiType,
    parameters: operation.parameters(request)
  }
})

/** Ends a call that costs nothing; with a key, what it wrote commits with the stored answer. */
const endedFree = Effect.fnUntraced(function* <A, E, R>(
  accountId: string,
  commit: Commit<A> | null,
  usage: Usage,
  step: Effect.Effect<A, E, R>
) {
  const ledger = yield* Ledger
  const ended = Effect.flatMap(step, (answer) =>
    Effect.map(ledger.record(accountId, usage), ({ remaining }) => ({ answer, remaining }))
  )
  return yield* commit === null ? ended : commit(ended)
})

const named = (operation: { readonly apiType: string }) => Effect.withSpan(`operation ${operation.apiType}`)

/** Free operations that change nothing. */
export const meteredRead = <Request, Body extends object, E, R>(
  operation: ReadOperation<Request, Body>,
  run: Run<Request, Body, E, R>
) =>
  Effect.fnUntraced(function* (request: Request) {
    const caller = yield* Caller
    yield* requirePlan(caller, operation.requires)
    const body = yield* withinTimeLimit(run(request, caller))
    const { remaining } = yield* (yield* Ledger).record(caller.accountId, yield* usageOf(operation, request, caller))
    yield* creditHeaders(0, remaining)
    return { ...body, credits_consumed: 0 }
  }, named(operation))

/** Free operations whose answer is a file, which has no envelope. */
export const meteredFile = <Request, E, R>(
  operation: FileOperation<Request>,
  run: Run<Request, HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.fnUntraced(function* (request: Request) {
    const caller = yield* Caller
    yield* requirePlan(caller, operation.requires)
    const file = yield* run(request, caller)
    const { remaining } = yield* (yield* Ledger).record(caller.accountId, yield* usageOf(operation, request, caller))
    yield* creditHeaders(0, remaining)
    return file
  }, named(operation))

/** Free operations that change something; with a key, what they change commits with the stored answer. */
export const meteredWrite = <Request, Body extends object, E, R>(
  operation: WriteOperation<Request, Body>,
  run: Run<Request, Body, E, R>
) =>
  Effect.fnUntraced(function* (request: Request & WithIdempotencyKey) {
    const caller = yield* Caller
    const usage = yield* usageOf(operation, request, caller)
    const answered = Effect.map(run(request, caller), (body) => ({ ...body, credits_consumed: 0 }))
    return yield* withIdempotencyKey(caller, operation.result, request, (commit) =>
      Effect.gen(function* () {
        yield* requirePlan(caller, operation.requires)
        // What leaves our database waits for others, which no transaction may.
        const step = operation.changes === "rows" ? answered : Effect.succeed(yield* answered)
        return yield* endedFree(caller.accountId, commit, usage, step)
      })
    )
  }, named(operation))

const tooLate = () =>
  new Unavailable({ detail: "The call took too long and was not charged; ask for less or try again." })

// A copy: the request belongs to the framework.
const withoutDryRun = <Request extends DryRunnable>(request: Request): Request => {
  const query = { ...request.query }
  delete query.dry_run
  return { ...request, query }
}

/**
 * Priced operations, in two steps: `prepare` refuses what the schema cannot judge and reads nothing, so that a dry run
 * can do it too; the effect it returns does the work.
 */
export const metered = <Request, Body extends object, E, R, E2, R2>(
  operation: PricedOperation<Request, Body>,
  prepare: Run<Request, Effect.Effect<Body, E2, R2>, E, R>
) =>
  Effect.fnUntraced(function* (request: Request & WithIdempotencyKey & DryRunnable) {
    const caller = yield* Caller
    const { accountId } = caller
    const ledger = yield* Ledger
    const asked = withoutDryRun(request)
    if (request.query.dry_run === true) {
      yield* requirePlan(caller, operation.requires)
      yield* prepare(asked, caller)
      const answer = yield* dryRun(operation, asked, caller)
      yield* creditHeaders(0, answer.data.remaining_credits)
      return answer
    }
    const usage = yield* usageOf(operation, asked, caller)
    const answer: (Body & Consumed) | DryRunResult = yield* withIdempotencyKey(
      caller,
      operation.result,
      asked,
      (commit) =>
        Effect.gen(function* () {
          yield* requirePlan(caller, operation.requires)
          const answered = withinTimeLimit(yield* prepare(asked, caller))
          const estimate = operation.price.estimate(asked)
          if (estimate === 0) {
            const answer = { ...(yield* answered), credits_consumed: 0 }
            return yield* endedFree(accountId, commit, usage, Effect.succeed(answer))
          }
          return yield* Effect.acquireUseRelease(
            admit(operation, asked, caller),
            ({ holdId }) =>
              Effect.gen(function* () {
                const body = yield* answered
                // Never above what was promised, whatever a price computes.
                const cost = Math.min(estimate, operation.price.charge(asked, body))
                const answer = { ...body, credits_consumed: cost }
                const charge = { holdId, cost, usage }
                const settled = ledger.settle(accountId, charge).pipe(
                  Effect.map(({ remaining }) => ({ answer, remaining })),
                  Effect.catchTag("HoldExpired", tooLate)
                )
                return yield* commit === null ? settled : commit(settled)
              }),
            ({ holdId }, exit) => (Exit.isSuccess(exit) ? Effect.void : ledger.release(accountId, holdId))
          )
        })
    )
    return answer
  }, named(operation))
