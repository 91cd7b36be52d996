/**
 * Metering, one combinator for each kind of operation: prove the key → require the plan → estimate → hold → run →
 * settle → record. No answer knows about credits, and no transport can forget them. A call that fails, or whose caller
 * goes away, costs nothing.
 *
 * Statements besides the operation's own: one for a free read, two for a priced call.
 */
import {
  type AccountId,
  type Caller,
  type Consumed,
  type DryRunResult,
  type FileOperation,
  type PricedOperation,
  type ReadOperation,
  Unavailable,
  type WriteOperation
} from "@heddle/api"
import { Context, Effect, Exit, Layer, Option } from "effect"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { type CallerState, CallerStates, remainingOf } from "../../credits/callers/CallerStates.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import type { Usage } from "../../credits/ledger/LedgerCommands.ts"
import { UsageRecorder } from "../../credits/usage/UsageRecorder.ts"
import type { Commit } from "../../idempotency/Idempotency.ts"
import { Settings } from "../../runtime/Settings.ts"
import { dryRun, invalidKey, makeAdmit, requirePlan } from "./Admission.ts"
import type { Answer, Call } from "./Call.ts"
import { withTimeLimit } from "./TimeLimit.ts"
import { makeWithIdempotencyKey } from "./WithIdempotencyKey.ts"

/** Answers a free call: what is asked for, and by whom. */
type Run<Request, A, E> = (request: Request, account: Account) => Effect.Effect<A, E>

/** The account that calls. */
export interface Account {
  readonly accountId: AccountId
  readonly state: CallerState
}

interface Recorded<Request> {
  readonly apiType: string
  readonly parameters: (request: Request) => Readonly<Record<string, unknown>>
}

/** What the usage history keeps of a call. */
const usageOf = <Request>(
  operation: Recorded<Request>,
  request: Request,
  { caller, requestId }: Call,
  source: string
): Usage => ({
  keyId: caller.keyId,
  requestId,
  source,
  apiType: caller.apiTypePrefix + operation.apiType,
  parameters: operation.parameters(request)
})

const named = (operation: { readonly apiType: string }) => Effect.withSpan(`operation ${operation.apiType}`)

const tooLate = () =>
  new Unavailable({ detail: "The call took too long and was not charged; ask for less or try again." })

const freeAnswer = <Body>(body: Body, remaining: number): Answer<Body> => ({
  body,
  consumed: 0,
  remaining,
  replayed: false
})

const make = Effect.gen(function* () {
  const { queryTimeout } = yield* Settings
  const ledger = yield* Ledger
  const states = yield* CallerStates
  const keys = yield* ApiKeys
  const recorder = yield* UsageRecorder
  const admit = yield* makeAdmit
  const withIdempotencyKey = yield* makeWithIdempotencyKey
  const limited = withTimeLimit(queryTimeout)

  const forgotten = ({ keyId }: Caller["Service"]) =>
    Effect.andThen(keyId === null ? Effect.void : keys.forget(keyId), Effect.suspend(invalidKey))

  const inUse = ({ accountId, keyId }: Caller["Service"]) =>
    keyId === null ? Effect.void : keys.touch(accountId, keyId)

  /** Fails when the caller's key is not in force. */
  const prove = Effect.fnUntraced(function* (caller: Caller["Service"]) {
    const state = yield* states.read(caller)
    if (Option.isNone(state)) return yield* forgotten(caller)
    yield* inUse(caller)
    return state.value
  })

  /** Free operations that change nothing. */
  const read = <Request, Body extends object, E>(
    operation: ReadOperation<Request, Body>,
    run: Run<Request, Body, E>
  ) => ({
    call: Effect.fnUntraced(function* (request: Request, call: Call) {
      const { caller } = call
      const state = yield* prove(caller)
      yield* requirePlan(state, operation.requires)
      const body = yield* limited(run(request, { accountId: caller.accountId, state }))
      yield* recorder.record(caller.accountId, usageOf(operation, request, call, state.source))
      return freeAnswer<Body & Consumed>({ ...body, credits_consumed: 0 }, remainingOf(state))
    }, named(operation))
  })

  /** Free operations whose answer is a file, which has no envelope. */
  const file = <Request, File, E>(operation: FileOperation<Request>, run: Run<Request, File, E>) => ({
    call: Effect.fnUntraced(function* (request: Request, call: Call) {
      const { caller } = call
      const state = yield* prove(caller)
      yield* requirePlan(state, operation.requires)
      const content = yield* run(request, { accountId: caller.accountId, state })
      yield* recorder.record(caller.accountId, usageOf(operation, request, call, state.source))
      return freeAnswer(content, remainingOf(state))
    }, named(operation))
  })

  /** Records a call that costs nothing; with a key, what it wrote commits with the stored answer and the entry. */
  const endFree = <A, E>(accountId: AccountId, commit: Commit<A> | null, usage: Usage, step: Effect.Effect<A, E>) => {
    const ended = Effect.flatMap(step, (answer) =>
      Effect.map(ledger.record(accountId, usage), ({ remaining }) => ({ answer, remaining }))
    )
    return commit === null ? ended : commit(ended)
  }

  /** Free operations that change something; with a key, what they change commits with the stored answer. */
  const write = <Request, Body extends object, E>(
    operation: WriteOperation<Request, Body>,
    run: Run<Request, Body, E>
  ) => ({
    call: Effect.fnUntraced(function* (request: Request, call: Call) {
      const { accountId } = call.caller
      const state = yield* prove(call.caller)
      const usage = usageOf(operation, request, call, state.source)
      const answered = Effect.map(
        Effect.suspend(() => run(request, { accountId, state })),
        (body): Body & Consumed => ({ ...body, credits_consumed: 0 })
      )
      return yield* withIdempotencyKey(call, operation.result, (commit) =>
        Effect.gen(function* () {
          yield* requirePlan(state, operation.requires)
          // What leaves our database waits for others, which no transaction may.
          const step = operation.changes === "rows" ? answered : Effect.succeed(yield* answered)
          return yield* endFree(accountId, commit, usage, step)
        })
      )
    }, named(operation))
  })

  /**
   * Priced operations, in two steps: `prepare` refuses what the schema cannot judge and reads nothing, so that a dry
   * run can do it too; the effect it returns does the work.
   */
  const priced = <Request, Body extends object, E, E2>(
    operation: PricedOperation<Request, Body>,
    prepare: (request: Request) => Effect.Effect<Effect.Effect<Body, E2>, E>
  ) => {
    const { price } = operation

    const runHeld = Effect.fnUntraced(function* (
      request: Request,
      call: Call,
      estimate: number,
      answered: Effect.Effect<Body, E2 | Unavailable>,
      commit: Commit<Body & Consumed> | null
    ) {
      const { accountId } = call.caller
      return yield* Effect.acquireUseRelease(
        Effect.catchTag(admit(operation, request, estimate, call.caller), "CallerNotInForce", () =>
          forgotten(call.caller)
        ),
        ({ holdId, source }) =>
          Effect.gen(function* () {
            yield* inUse(call.caller)
            const body = yield* answered
            // Never above what was promised, whatever a price computes.
            const cost = Math.min(estimate, price.charge(request, body))
            const answer: Body & Consumed = { ...body, credits_consumed: cost }
            const charge = { holdId, cost, usage: usageOf(operation, request, call, source) }
            const settled = ledger.settle(accountId, charge).pipe(
              Effect.map(({ remaining }) => ({ answer, remaining })),
              Effect.catchTag("HoldExpired", tooLate)
            )
            return yield* commit === null ? settled : commit(settled)
          }),
        ({ holdId }, exit) => (Exit.isSuccess(exit) ? Effect.void : ledger.release(accountId, holdId))
      )
    })

    /** Who has no valid key or plan is told that, not what is wrong with the parameters. */
    const proveFirst = ({ caller }: Call) =>
      Effect.flatMap(prove(caller), (state) => requirePlan(state, operation.requires))

    const runOnce = Effect.fnUntraced(function* (request: Request, call: Call, commit: Commit<Body & Consumed> | null) {
      const answered = limited(yield* Effect.tapError(prepare(request), () => proveFirst(call)))
      const estimate = price.estimate(request)
      if (estimate > 0) return yield* runHeld(request, call, estimate, answered, commit)
      const state = yield* prove(call.caller)
      yield* requirePlan(state, operation.requires)
      const answer: Body & Consumed = { ...(yield* answered), credits_consumed: 0 }
      const usage = usageOf(operation, request, call, state.source)
      return yield* endFree(call.caller.accountId, commit, usage, Effect.succeed(answer))
    })

    const estimateOnly = Effect.fnUntraced(function* (request: Request, call: Call) {
      const state = yield* prove(call.caller)
      yield* requirePlan(state, operation.requires)
      yield* prepare(request)
      const answer = dryRun(operation, request, state)
      return freeAnswer<DryRunResult>(answer, answer.data.remaining_credits)
    })

    return {
      call: Effect.fnUntraced(function* (request: Request, call: Call) {
        if (call.dryRun) return yield* estimateOnly(request, call)
        // A kept answer is given to nobody whose key has ended.
        if (call.idempotency !== null) yield* prove(call.caller)
        return yield* withIdempotencyKey(call, operation.result, (commit) => runOnce(request, call, commit))
      }, named(operation))
    }
  }

  return { prove, read, file, write, priced }
})

export class Metering extends Context.Service<Metering, Effect.Success<typeof make>>()(
  "@heddle/server/operations/metering/Metering"
) {
  static readonly layer = Layer.effect(Metering, make)
}
