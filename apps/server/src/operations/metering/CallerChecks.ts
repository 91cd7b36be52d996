/** The checks of the caller that every kind of call makes, and the wait for its turn. */
import { type AccountId, type Caller, type Requirement, TooManyRunningCalls } from "@heddle/api"
import { Effect, Option } from "effect"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { CallerStates } from "../../credits/ledger/CallerStates.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import type { UsageDetails } from "../../credits/ledger/LedgerCommands.ts"
import type { Commit } from "../../idempotency/Idempotency.ts"
import { invalidKey, requirePlan } from "./Admission.ts"
import type { Call } from "./Call.ts"
import { type CallKind, RunningCalls } from "./RunningCalls.ts"

type Called = Pick<Call, "caller" | "requires">

export const makeCallerChecks = Effect.gen(function* () {
  const states = yield* CallerStates
  const keys = yield* ApiKeys
  const runningCalls = yield* RunningCalls

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
  const checkKeyAndPlan = (operation: { readonly requires: Requirement }, { caller, requires }: Called) =>
    Effect.tap(checkCaller(caller), (state) => requirePlan(state, requires ?? operation.requires))

  /** Other faults of a call take precedence over too many running calls. */
  const checkWhenFull =
    <A, E, R>(check: Effect.Effect<A, E, R>) =>
    (error: unknown) =>
      error instanceof TooManyRunningCalls ? Effect.asVoid(check) : Effect.void

  const inTurn = <A, E, R, B, E2, R2>(
    kind: CallKind,
    { caller }: Called,
    work: Effect.Effect<A, E, R>,
    check: Effect.Effect<B, E2, R2>
  ) => Effect.tapError(runningCalls.run(kind, caller.accountId, work), checkWhenFull(check))

  return { rejectKey, touchKey, checkCaller, checkKeyAndPlan, checkWhenFull, inTurn }
})

/** Records a free call. With an idempotency key, its writes, stored answer and usage entry commit together. */
export const makeRecordFree = Effect.map(
  Ledger,
  (ledger) =>
    <A, E>(accountId: AccountId, commit: Commit<A> | null, usage: UsageDetails, step: Effect.Effect<A, E>) => {
      const recorded = Effect.flatMap(step, (answer) =>
        Effect.map(ledger.record(accountId, usage), ({ remaining }) => ({ answer, remaining, rest: null }))
      )
      return commit === null ? recorded : commit(recorded)
    }
)
