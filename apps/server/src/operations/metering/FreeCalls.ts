/** Metering of free operations that change nothing: reads, files and streams. */
import type { AccountId, EnvelopeFields, FileOperation, ReadOperation, StreamOperation } from "@heddle/api"
import { Effect } from "effect"
import { type CallerState, remainingOf } from "../../credits/ledger/CallerStates.ts"
import { UsageRecorder } from "../../credits/usage/UsageRecorder.ts"
import { Settings } from "../../runtime/Settings.ts"
import { type Call, enveloped, freeAnswer, usageOf, type UsageSource } from "./Call.ts"
import { makeCallerChecks } from "./CallerChecks.ts"
import { RunningCalls, withTimeLimit } from "./RunningCalls.ts"

/** The work of a free operation. */
export type Run<Request, A, E, R = never> = (request: Request, account: Account) => Effect.Effect<A, E, R>

/** The calling account. */
export interface Account {
  readonly accountId: AccountId
  readonly state: CallerState
}

export const withoutCost = <Body extends object>(body: Body): Body & EnvelopeFields => enveloped(body, 0)

export const makeFreeCalls = Effect.gen(function* () {
  const { queryTimeout } = yield* Settings
  const recorder = yield* UsageRecorder
  const runningCalls = yield* RunningCalls
  const { checkCaller, checkKeyAndPlan, checkWhenFull, inTurn } = yield* makeCallerChecks
  const limitTime = withTimeLimit(queryTimeout)

  const answerFree = <Request, Content, E, R = never>(
    operation: UsageSource<Request> & Pick<FileOperation<Request>, "requires">,
    run: Run<Request, Content, E, R>
  ) =>
    Effect.fnUntraced(function* (request: Request, call: Call) {
      const { accountId } = call.caller
      const state = yield* checkKeyAndPlan(operation, call)
      const content = yield* run(request, { accountId, state })
      if (call.origin !== "portal") yield* recorder.record(accountId, usageOf(operation, request, call, state.source))
      return freeAnswer(content, remainingOf(state))
    })

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

  /** Why an admitted caller may not continue; null while it may. */
  const lostRight = (operation: Pick<StreamOperation<never>, "requires">, call: Call) =>
    Effect.matchEffect(checkKeyAndPlan(operation, call), {
      onSuccess: () => Effect.succeed(null),
      onFailure: ({ _tag }) =>
        Effect.succeed(_tag === "PlanRequired" ? ("plan_ended" as const) : ("key_revoked" as const))
    })

  /**
   * Free operations that answer with a stream. The call itself is over when the stream begins, because a waiting stream
   * must not keep other calls of the account from running. `check` says whether the caller may continue.
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
    answerWith: (account: Account) => Effect.Effect<Body>
  ) => {
    const answer = answerFree(operation, (_request, account) => Effect.map(answerWith(account), withoutCost))
    return {
      call: (request: Request, call: Call) => inTurn("state", call, answer(request, call), checkCaller(call.caller))
    }
  }

  return { read, readState, file, stream }
})
