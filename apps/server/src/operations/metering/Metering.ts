/**
 * Metering, with one combinator for each kind of operation: check the key → require the plan → estimate → hold → run →
 * settle → record. Answers know nothing about credits, and transports cannot bypass them. A call that fails or is
 * interrupted costs nothing.
 *
 * It adds one statement to a free read and two to a priced call.
 */
import {
  type AccountId,
  type Caller,
  type Consumed,
  type DryRunResult,
  type FileOperation,
  type PricedOperation,
  type ReadOperation,
  type Requirement,
  type StreamOperation,
  TooManyRunningCalls,
  Unavailable,
  type WriteOperation
} from "@heddle/api"
import { Context, Effect, Exit, Layer, Option } from "effect"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { type CallerState, CallerStates, remainingOf } from "../../credits/callers/CallerStates.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import type { UsageDetails } from "../../credits/ledger/LedgerCommands.ts"
import { boundedParameters } from "../../credits/usage/BoundedParameters.ts"
import { bytesOf, FreeStorage, keptAnswerBytes } from "../../credits/usage/FreeStorage.ts"
import { UsageRecorder } from "../../credits/usage/UsageRecorder.ts"
import type { Commit } from "../../idempotency/Idempotency.ts"
import { Settings } from "../../runtime/Settings.ts"
import { dryRun, invalidKey, makeAdmit, requirePlan } from "./Admission.ts"
import { type Answer, type Call, TooManyCalls } from "./Call.ts"
import { type CallKind, RunningCalls } from "./RunningCalls.ts"
import { withTimeLimit } from "./TimeLimit.ts"
import { makeWithIdempotencyKey } from "./WithIdempotencyKey.ts"

/** The work of a free operation. */
type Run<Request, A, E, R = never> = (request: Request, account: Account) => Effect.Effect<A, E, R>

/** The calling account. */
export interface Account {
  readonly accountId: AccountId
  readonly state: CallerState
}

interface UsageSource<Request> {
  readonly apiType: string
  readonly parameters: (request: Request) => Readonly<Record<string, unknown>>
}

/** A call's entry in the usage history. */
const usageOf = <Request>(
  operation: UsageSource<Request>,
  request: Request,
  { caller, requestId }: Call,
  source: string
): UsageDetails => ({
  keyId: caller.keyId,
  requestId,
  source,
  apiType: caller.apiTypePrefix + operation.apiType,
  parameters: boundedParameters(operation.parameters(request))
})

const withOperationSpan = (operation: { readonly apiType: string }) => Effect.withSpan(`operation ${operation.apiType}`)

const holdExpired = () =>
  new Unavailable({ detail: "The call took too long and was not charged; ask for less or try again." })

const databaseDown = () =>
  new Unavailable({
    detail: "The database failed while this call was being completed. Nothing was charged; retry later."
  })

const tooMuchForFree = (retryAfterSeconds: number) =>
  new TooManyCalls(
    `Too many calls that cost nothing and have to be kept; the next is possible in ${retryAfterSeconds} s.`,
    retryAfterSeconds
  )

const freeAnswer = <Body>(body: Body, remaining: number): Answer<Body> => ({
  body,
  consumed: 0,
  remaining,
  replayed: false,
  rest: null
})

const make = Effect.gen(function* () {
  const { queryTimeout } = yield* Settings
  const ledger = yield* Ledger
  const states = yield* CallerStates
  const keys = yield* ApiKeys
  const recorder = yield* UsageRecorder
  const storage = yield* FreeStorage
  const runningCalls = yield* RunningCalls
  const admit = yield* makeAdmit
  const withIdempotencyKey = yield* makeWithIdempotencyKey
  const limitTime = withTimeLimit(queryTimeout)

  const rejectKey = ({ keyId }: Caller["Service"]) =>
    Effect.andThen(keyId === null ? Effect.void : keys.forget(keyId), Effect.suspend(invalidKey))

  const touchKey = ({ accountId, keyId }: Caller["Service"]) =>
    keyId === null ? Effect.void : keys.touch(accountId, keyId)

  /** Reads the caller's state; fails when the key is revoked or expired. */
  const checkCaller = Effect.fnUntraced(function* (caller: Caller["Service"]) {
    const state = yield* states.read(caller)
    if (Option.isNone(state)) return yield* rejectKey(caller)
    yield* touchKey(caller)
    return state.value
  })

  /** Reads the caller's state; fails without a valid key or the plan that the operation requires. */
  const checkKeyAndPlan = ({ requires }: { readonly requires: Requirement }, { caller }: Call) =>
    Effect.tap(checkCaller(caller), (state) => requirePlan(state, requires))

  /** What else is wrong with a call takes precedence over too many running calls. */
  const checkWhenFull =
    <A, E, R>(check: Effect.Effect<A, E, R>) =>
    (error: unknown) =>
      error instanceof TooManyRunningCalls ? Effect.asVoid(check) : Effect.void

  const inTurn = <A, E, R, B, E2, R2>(
    kind: CallKind,
    { caller }: Call,
    work: Effect.Effect<A, E, R>,
    check: Effect.Effect<B, E2, R2>
  ) => Effect.tapError(runningCalls.run(kind, caller.accountId, work), checkWhenFull(check))

  const answerFree = <Request, Content, E, R = never>(
    operation: UsageSource<Request> & Pick<FileOperation<Request>, "requires">,
    run: Run<Request, Content, E, R>
  ) =>
    Effect.fnUntraced(function* (request: Request, call: Call) {
      const { accountId } = call.caller
      const state = yield* checkKeyAndPlan(operation, call)
      const content = yield* run(request, { accountId, state })
      yield* recorder.record(accountId, usageOf(operation, request, call, state.source))
      return freeAnswer(content, remainingOf(state))
    }, withOperationSpan(operation))

  /**
   * Free operations that return a file, which has no envelope. The call runs until its scope closes, since the file is
   * read after the answer.
   */
  const file = <Request, File, E>(operation: FileOperation<Request>, run: Run<Request, File, E>) => {
    const answer = answerFree(operation, run)
    return {
      call: (request: Request, call: Call) =>
        Effect.andThen(
          Effect.tapError(runningCalls.enter("free", call.caller.accountId), checkWhenFull(checkCaller(call.caller))),
          answer(request, call)
        )
    }
  }

  /** Why a caller that was admitted may not go on; null while it may. */
  const lostRight = (operation: Pick<StreamOperation<never>, "requires">, call: Call) =>
    Effect.matchEffect(checkKeyAndPlan(operation, call), {
      onSuccess: () => Effect.succeed(null),
      onFailure: ({ _tag }) =>
        Effect.succeed(_tag === "PlanRequired" ? ("plan_ended" as const) : ("key_revoked" as const))
    })

  /**
   * Free operations whose answer goes on. The call itself is over when the answer begins: a stream that waits must not
   * keep other calls of the account from running. `check` says whether the caller may still go on.
   */
  const stream = <Request, Content, E, R>(
    operation: StreamOperation<Request>,
    run: (
      request: Request,
      account: Account & { readonly check: ReturnType<typeof lostRight> }
    ) => Effect.Effect<Content, E, R>
  ) => ({
    call: (request: Request, call: Call) => {
      const answer = answerFree(operation, (given: Request, account) =>
        run(given, { ...account, check: lostRight(operation, call) })
      )
      return inTurn("free", call, answer(request, call), checkCaller(call.caller))
    }
  })

  const withoutCost = <Body extends object>(body: Body): Body & Consumed => ({ ...body, credits_consumed: 0 })

  /** Free operations that only read. */
  const read = <Request, Body extends object, E>(
    operation: ReadOperation<Request, Body>,
    run: Run<Request, Body, E>
  ) => {
    const answer = answerFree(operation, (request, account) =>
      Effect.map(limitTime(run(request, account)), withoutCost)
    )
    return {
      call: (request: Request, call: Call) => inTurn("free", call, answer(request, call), checkCaller(call.caller))
    }
  }

  /** Free operations that answer from the caller's state. They never wait for an account's queries. */
  const readState = <Request, Body extends object>(
    operation: ReadOperation<Request, Body>,
    answerWith: (state: CallerState) => Body
  ) => {
    const answer = answerFree(operation, (_request, { state }) => Effect.sync(() => withoutCost(answerWith(state))))
    return {
      call: (request: Request, call: Call) => inTurn("state", call, answer(request, call), checkCaller(call.caller))
    }
  }

  /** Records a free call. With an idempotency key, its writes, stored answer and usage entry commit together. */
  const recordFree = <A, E>(
    accountId: AccountId,
    commit: Commit<A> | null,
    usage: UsageDetails,
    step: Effect.Effect<A, E>
  ) => {
    const recorded = Effect.flatMap(step, (answer) =>
      Effect.map(ledger.record(accountId, usage), ({ remaining }) => ({ answer, remaining }))
    )
    return commit === null ? recorded : commit(recorded)
  }

  /** Fails when the account has stored too much today by calls that cost nothing. */
  const takeStorage = Effect.fnUntraced(function* (accountId: AccountId, bytes: number) {
    const refused = yield* storage.take(accountId, bytes)
    if (refused !== null) return yield* tooMuchForFree(refused.retryAfterSeconds)
  })

  /** Free operations that write. */
  const write = <Request, Body extends object, E>(
    operation: WriteOperation<Request, Body>,
    run: Run<Request, Body, E>
  ) => ({
    call: Effect.fnUntraced(function* (request: Request, call: Call) {
      const { accountId } = call.caller
      const state = yield* checkCaller(call.caller)
      const usage = usageOf(operation, request, call, state.source)
      const answered = Effect.map(
        Effect.suspend(() => run(request, { accountId, state })),
        withoutCost
      )
      const recorded = Effect.fnUntraced(function* (commit: Commit<Body & Consumed> | null) {
        yield* requirePlan(state, operation.requires)
        // An answer repeats little but the request, such as the address of an endpoint.
        const kept = commit === null ? 0 : keptAnswerBytes + JSON.stringify(operation.parameters(request)).length
        yield* takeStorage(accountId, bytesOf(usage) + kept)
        // Effects outside the database may block, so they run before the transaction.
        const step = operation.changes === "rows" ? answered : Effect.succeed(yield* answered)
        return yield* recordFree(accountId, commit, usage, step)
      })
      return yield* withIdempotencyKey(call, operation.kept ?? operation.result, (commit) =>
        runningCalls.run("free", accountId, recorded(commit))
      )
    }, withOperationSpan(operation))
  })

  /**
   * Priced operations, in two steps: `prepare` validates what the schema cannot, without reading anything, so that dry
   * runs can use it too; the effect it returns does the work.
   */
  const priced = <Request, Body extends object, E, E2>(
    operation: PricedOperation<Request, Body>,
    prepare: (request: Request) => Effect.Effect<Effect.Effect<Body, E2>, E>
  ) => {
    const { price } = operation

    const runWithHold = Effect.fnUntraced(function* (
      request: Request,
      call: Call,
      estimate: number,
      answered: Effect.Effect<Body, E2 | Unavailable>,
      commit: Commit<Body & Consumed> | null
    ) {
      const { accountId } = call.caller
      return yield* Effect.acquireUseRelease(
        Effect.catchTag(admit(operation, request, estimate, call.caller), "CallerNotInForce", () =>
          rejectKey(call.caller)
        ),
        ({ holdId, source }) =>
          Effect.gen(function* () {
            yield* touchKey(call.caller)
            const body = yield* answered
            // The estimate is an upper bound, even if a price is wrong.
            const cost = Math.min(estimate, price.charge(request, body))
            const answer: Body & Consumed = { ...body, credits_consumed: cost }
            const charge = { holdId, cost, usage: usageOf(operation, request, call, source) }
            if (cost === 0) {
              const kept = commit === null ? 0 : keptAnswerBytes + JSON.stringify(answer).length
              const refused = yield* storage.take(accountId, bytesOf(charge.usage) + kept)
              if (refused !== null && commit !== null) return yield* tooMuchForFree(refused.retryAfterSeconds)
              if (refused !== null) {
                yield* recorder.summarize(accountId, charge.usage)
                const released = yield* ledger.release(accountId, holdId)
                if (released === null) return yield* databaseDown()
                return { answer, ...released }
              }
            }
            const settled = ledger.settle(accountId, charge).pipe(
              Effect.map(({ remaining }) => ({ answer, remaining })),
              Effect.catchTag("HoldExpired", holdExpired)
            )
            return yield* commit === null ? settled : commit(settled)
          }),
        ({ holdId }, exit) => (Exit.isSuccess(exit) ? Effect.void : ledger.release(accountId, holdId))
      )
    })

    const runInTurn = Effect.fnUntraced(function* (
      request: Request,
      call: Call,
      answered: Effect.Effect<Body, E2 | Unavailable>,
      commit: Commit<Body & Consumed> | null
    ) {
      const estimate = price.estimate(request)
      if (estimate > 0) return yield* runWithHold(request, call, estimate, answered, commit)
      const state = yield* checkKeyAndPlan(operation, call)
      const answer: Body & Consumed = { ...(yield* answered), credits_consumed: 0 }
      const usage = usageOf(operation, request, call, state.source)
      return yield* recordFree(call.caller.accountId, commit, usage, Effect.succeed(answer))
    })

    const run = Effect.fnUntraced(function* (request: Request, call: Call, commit: Commit<Body & Consumed> | null) {
      const checkCall = checkKeyAndPlan(operation, call)
      // A missing key or plan takes precedence over invalid parameters and over too many running calls.
      const answered = limitTime(yield* Effect.tapError(prepare(request), () => checkCall))
      return yield* inTurn("priced", call, runInTurn(request, call, answered, commit), checkCall)
    })

    const estimateCost = Effect.fnUntraced(function* (request: Request, call: Call) {
      const state = yield* checkKeyAndPlan(operation, call)
      yield* prepare(request)
      const answer = dryRun(operation, request, state)
      return freeAnswer<DryRunResult>(answer, answer.data.remaining_credits)
    })

    return {
      call: Effect.fnUntraced(function* (request: Request, call: Call) {
        if (call.dryRun) return yield* inTurn("state", call, estimateCost(request, call), checkCaller(call.caller))
        // A revoked key must not get a stored answer.
        if (call.idempotency !== null) yield* checkCaller(call.caller)
        return yield* withIdempotencyKey(call, operation.result, (commit) => run(request, call, commit))
      }, withOperationSpan(operation))
    }
  }

  return { checkCaller, read, readState, file, stream, write, priced }
})

export class Metering extends Context.Service<Metering, Effect.Success<typeof make>>()(
  "@heddle/server/operations/metering/Metering"
) {
  static readonly layer = Layer.effect(Metering, make)
}
