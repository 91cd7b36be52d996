/** Metering of free operations that write. */
import type { AccountId, EnvelopeFields, WriteOperation } from "@heddle/api"
import { Effect } from "effect"
import { type Actor, CurrentActor } from "../../accounts/audit/AuditLog.ts"
import { remainingOf } from "../../credits/ledger/CallerStates.ts"
import { bytesOf, FreeStorage, keptAnswerBytes } from "../../credits/usage/FreeStorage.ts"
import type { Commit } from "../../idempotency/Idempotency.ts"
import { Settings } from "../../runtime/Settings.ts"
import { requirePlan } from "./Admission.ts"
import { type Call, tooMuchForFree, usageOf } from "./Call.ts"
import { makeCallerChecks, makeRecordFree } from "./CallerChecks.ts"
import { type Account, type Run, withoutCost } from "./FreeCalls.ts"
import { RunningCalls, withTimeLimit } from "./RunningCalls.ts"
import { makeWithIdempotencyKey } from "./WithIdempotencyKey.ts"

export const makeWriteCalls = Effect.gen(function* () {
  const limitTime = withTimeLimit((yield* Settings).queryTimeout)
  const storage = yield* FreeStorage
  const runningCalls = yield* RunningCalls
  const { checkCaller } = yield* makeCallerChecks
  const recordFree = yield* makeRecordFree
  const withIdempotencyKey = yield* makeWithIdempotencyKey

  /** Fails when the account has stored too much today by calls that cost nothing. */
  const takeStorage = Effect.fnUntraced(function* (accountId: AccountId, bytes: number) {
    const refused = yield* storage.take(accountId, bytes)
    if (refused !== null) return yield* tooMuchForFree(refused.retryAfterSeconds)
  })

  /**
   * Free operations that write. `prepare` reads what takes too long for the transaction that `run` may be in, and can be
   * stopped.
   */
  const prepared = <Request, Prepared, Body extends object, E, E2>(
    operation: WriteOperation<Request, Body>,
    prepare: Run<Request, Prepared, E>,
    run: (request: Request, account: Account, prepared: Prepared) => Effect.Effect<Body, E2>
  ) => ({
    call: Effect.fnUntraced(function* (request: Request, call: Call) {
      const { accountId } = call.caller
      const state = yield* checkCaller(call.caller)
      const usage = usageOf(operation, request, call, state.source)
      const account = { accountId, state }
      const answerWith = (given: Prepared) =>
        Effect.map(
          Effect.suspend(() => run(request, account, given)).pipe(
            // The portal knows the person already.
            Effect.updateService(CurrentActor, (actor): Actor =>
              call.origin === "portal"
                ? actor
                : { kind: call.caller.keyId === null ? "application" : "key", name: state.source }
            )
          ),
          withoutCost
        )
      const prepareInTime = limitTime(Effect.suspend(() => prepare(request, account)))
      const recorded = Effect.fnUntraced(function* (commit: Commit<Body & EnvelopeFields> | null) {
        yield* requirePlan(state, call.requires ?? operation.requires)
        if (call.origin === "portal") {
          return { answer: yield* answerWith(yield* prepareInTime), remaining: remainingOf(state), rest: null }
        }
        // An answer repeats little more than the request, such as the address of an endpoint.
        const kept = commit === null ? 0 : keptAnswerBytes + JSON.stringify(operation.parameters(request)).length
        yield* takeStorage(accountId, bytesOf(usage) + kept)
        const answered = answerWith(yield* prepareInTime)
        // Effects outside the database may block, so they run before the transaction.
        const step = operation.changes === "rows" ? answered : Effect.succeed(yield* answered)
        return yield* recordFree(accountId, commit, usage, step)
      })
      return yield* withIdempotencyKey(call, operation.kept, (commit) =>
        runningCalls.run("free", accountId, recorded(commit))
      )
    })
  })

  /** Free operations that write at once. */
  const write = <Request, Body extends object, E>(
    operation: WriteOperation<Request, Body>,
    run: Run<Request, Body, E>
  ) => prepared(operation, () => Effect.void, run)

  return { write, prepared }
})
