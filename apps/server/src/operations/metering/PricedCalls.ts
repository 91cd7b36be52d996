/** Metering of operations with a price. */
import type { EnvelopeFields, DryRunResult, PricedOperation, Unavailable } from "@heddle/api"
import { Effect, Exit } from "effect"
import { KeptRows } from "../../continuation/KeptRows.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import type { Charge } from "../../credits/ledger/LedgerCommands.ts"
import { bytesOf, FreeStorage, keptAnswerBytes } from "../../credits/usage/FreeStorage.ts"
import { UsageRecorder } from "../../credits/usage/UsageRecorder.ts"
import type { Commit } from "../../idempotency/Idempotency.ts"
import { Settings } from "../../runtime/Settings.ts"
import { askedOf, dryRun, readingNotices, makeAdmit } from "./Admission.ts"
import {
  type Answer,
  type Call,
  databaseDown,
  freeAnswer,
  holdExpired,
  type ResumableOperation,
  tooMuchForFree,
  usageOf
} from "./Call.ts"
import { makeCallerChecks, makeRecordFree } from "./CallerChecks.ts"
import { firstPart, type FirstPart } from "./Parts.ts"
import { makeResume } from "./Resume.ts"
import { withTimeLimit } from "./RunningCalls.ts"
import { makeUnchargedTime } from "./UnchargedTime.ts"
import { makeWithIdempotencyKey } from "./WithIdempotencyKey.ts"

const tellCharged = <Body extends object>(
  { charged }: Call,
  { answer, remaining, rest }: { readonly answer: Body & EnvelopeFields } & Pick<Answer<Body>, "remaining" | "rest">
) => Effect.sync(() => charged?.({ body: answer, consumed: answer.credits_consumed, remaining, replayed: false, rest }))

export const makePricedCalls = Effect.gen(function* () {
  const { queryTimeout } = yield* Settings
  const ledger = yield* Ledger
  const kept = yield* KeptRows
  const recorder = yield* UsageRecorder
  const storage = yield* FreeStorage
  const admit = yield* makeAdmit
  const recordFree = yield* makeRecordFree
  const resumeOf = yield* makeResume
  const withIdempotencyKey = yield* makeWithIdempotencyKey
  const uncharged = makeUnchargedTime()
  const { checkCaller, checkKeyAndPlan, inTurn, rejectKey, touchKey } = yield* makeCallerChecks
  const limitTime = withTimeLimit(queryTimeout)

  /** Ends the hold of a call: charges it, or returns it when the call costs nothing and may not be stored. */
  const settle = Effect.fnUntraced(function* <A>(
    { caller }: Call,
    charge: Charge,
    commit: Commit<A> | null,
    answer: A
  ) {
    const { accountId } = caller
    if (charge.cost === 0) {
      const bytes = commit === null ? 0 : keptAnswerBytes + JSON.stringify(answer).length
      const refused = yield* storage.take(accountId, bytesOf(charge.usage) + bytes)
      if (refused !== null && commit !== null) return yield* tooMuchForFree(refused.retryAfterSeconds)
      if (refused !== null) {
        yield* recorder.summarize(accountId, charge.usage)
        const released = yield* ledger.release(accountId, charge.holdId)
        return released === null ? yield* databaseDown() : released.remaining
      }
    }
    return (yield* Effect.catchTag(ledger.settle(accountId, charge), "HoldExpired", holdExpired)).remaining
  })

  /** The last step of a call: the charge, together with the rows that did not fit. */
  const complete = <Body>(
    operation: { readonly apiType: string },
    call: Call,
    charge: Charge,
    { answer, remainder }: FirstPart<Body>,
    commit: Commit<Body & EnvelopeFields> | null
  ) => {
    const settled = settle(call, charge, commit, answer)
    if (remainder === null) return Effect.map(settled, (remaining) => ({ answer, remaining, rest: null }))
    const { parameters } = charge.usage
    return kept
      .keep(call.caller.accountId, operation.apiType, { ...remainder, parameters }, settled)
      .pipe(Effect.map(({ value, rest }) => ({ answer, remaining: value, rest })))
  }

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
      answered: Effect.Effect<Body, E2 | Unavailable>,
      commit: Commit<Body & EnvelopeFields> | null
    ) {
      const asked = askedOf(operation, request)
      return yield* Effect.acquireUseRelease(
        Effect.catchTag(admit(asked, call.caller), "CallerNotInForce", () => rejectKey(call.caller)),
        ({ holdId, source }) =>
          Effect.gen(function* () {
            yield* touchKey(call.caller)
            const part = yield* firstPart(operation, request, yield* answered, asked.estimate, call.fits)
            const cost = part.answer.credits_consumed
            const charge = { holdId, cost, usage: usageOf(operation, request, call, source) }
            const completed = complete(operation, call, charge, part, commit)
            if (commit !== null) return yield* commit(completed)
            return yield* Effect.uninterruptible(Effect.tap(completed, (done) => tellCharged(call, done)))
          }),
        ({ holdId }, exit) => (Exit.isSuccess(exit) ? Effect.void : ledger.release(call.caller.accountId, holdId))
      )
    })

    const runInTurn = Effect.fnUntraced(function* (
      request: Request,
      call: Call,
      answered: Effect.Effect<Body, E2 | Unavailable>,
      commit: Commit<Body & EnvelopeFields> | null
    ) {
      if (price.estimate(request) > 0) return yield* runWithHold(request, call, answered, commit)
      const state = yield* checkKeyAndPlan(operation, call)
      const { answer, remainder } = yield* firstPart(operation, request, yield* answered, 0, call.fits)
      const usage = usageOf(operation, request, call, state.source)
      const { accountId } = call.caller
      const recorded = recordFree(accountId, commit, usage, Effect.succeed(answer))
      if (remainder === null) return yield* recorded
      const { parameters } = usage
      const { value, rest } = yield* kept.keep(accountId, operation.apiType, { ...remainder, parameters }, recorded)
      return { ...value, rest }
    })

    const run = Effect.fnUntraced(function* (
      request: Request,
      call: Call,
      commit: Commit<Body & EnvelopeFields> | null
    ) {
      const checkCall = checkKeyAndPlan(operation, call)
      // A missing key or plan takes precedence over invalid parameters and over too many running calls.
      const answered = limitTime(yield* Effect.tapError(prepare(request), () => checkCall))
      const { accountId } = call.caller
      yield* Effect.tapError(uncharged.require(accountId), () => checkCall)
      const counted = uncharged.spend(accountId, runInTurn(request, call, answered, commit))
      return yield* inTurn("priced", call, counted, checkCall)
    })

    const estimateCost = Effect.fnUntraced(function* (request: Request, call: Call) {
      const state = yield* checkKeyAndPlan(operation, call)
      yield* prepare(request)
      const answer = dryRun(operation, request, state, readingNotices(operation.parameters(request)))
      return freeAnswer<DryRunResult>(answer, answer.data.remaining_credits)
    })

    return {
      call: Effect.fnUntraced(function* (request: Request, call: Call) {
        if (call.dryRun) return yield* inTurn("state", call, estimateCost(request, call), checkCaller(call.caller))
        // A revoked key must not get a stored answer.
        if (call.idempotency !== null) yield* checkCaller(call.caller)
        return yield* withIdempotencyKey(call, operation.kept, (commit) => run(request, call, commit))
      }),
      resume: resumeOf(operation)
    } satisfies ResumableOperation<Request, unknown, unknown, unknown, unknown>
  }

  return { priced }
})
