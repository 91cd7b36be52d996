/**
 * The next part of an answer whose rows did not all fit. It is admitted like any priced call, with the price of the part
 * as its estimate; when the credits do not cover it, the cursor stays as it is. A part that is read again is the same, and
 * is not charged again.
 */
import { invalidParameter, type PricedOperation } from "@heddle/api"
import { Effect, Option } from "effect"
import { KeptRows, type Remainder } from "../../continuation/KeptRows.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { boundedParameters } from "../../credits/usage/BoundedParameters.ts"
import { bytesOf, FreeStorage } from "../../credits/usage/FreeStorage.ts"
import { UsageRecorder } from "../../credits/usage/UsageRecorder.ts"
import { makeAdmit } from "./Admission.ts"
import { type ContinuedCall, holdExpired } from "./Call.ts"
import { makeCallerChecks } from "./CallerChecks.ts"
import { type NextPart, nextPart } from "./Parts.ts"

const unknownCursor = () =>
  invalidParameter({
    path: "cursor",
    message: "is unknown or older than an hour; repeat the call without it"
  })

export const makeResume = Effect.gen(function* () {
  const ledger = yield* Ledger
  const kept = yield* KeptRows
  const recorder = yield* UsageRecorder
  const storage = yield* FreeStorage
  const admit = yield* makeAdmit
  const { checkKeyAndPlan, checkCaller, inTurn, rejectKey } = yield* makeCallerChecks

  return <Request, Body extends object>(operation: PricedOperation<Request, Body>) => {
    const usageOfPart = (
      { caller, requestId }: ContinuedCall,
      source: string,
      { parameters, before }: Remainder,
      from: number
    ) => ({
      keyId: caller.keyId,
      requestId,
      source,
      apiType: caller.apiTypePrefix + operation.apiType,
      parameters: boundedParameters({ ...parameters, from_row: before + from + 1 })
    })

    /** Charges for a part, within the transaction that marks it as paid. */
    const charge = Effect.fnUntraced(function* (
      call: ContinuedCall,
      remainder: Remainder,
      from: number,
      cost: number,
      source: string
    ) {
      const { accountId } = call.caller
      if (cost > 0) {
        const { apiType, requires } = operation
        const asked = { apiType, requires, estimate: cost, affordableLimit: () => null }
        const admitted = yield* Effect.catchTag(admit(asked, call.caller), "CallerNotInForce", () =>
          rejectKey(call.caller)
        )
        const usage = usageOfPart(call, admitted.source, remainder, from)
        const settled = ledger.settle(accountId, { holdId: admitted.holdId, cost, usage })
        return (yield* Effect.catchTag(settled, "HoldExpired", holdExpired)).remaining
      }
      const usage = usageOfPart(call, source, remainder, from)
      const refused = yield* storage.take(accountId, bytesOf(usage))
      if (refused === null) return (yield* ledger.record(accountId, usage)).remaining
      yield* recorder.summarize(accountId, usage)
      return yield* ledger.available(accountId)
    })

    const read = Effect.fnUntraced(function* (
      call: ContinuedCall,
      remainder: Remainder,
      from: number,
      part: NextPart<Body>,
      source: string,
      paid: number
    ) {
      const replayed = part.to <= paid
      const cost = part.costBeyond(replayed ? from : paid)
      const remaining = replayed
        ? yield* ledger.available(call.caller.accountId)
        : yield* charge(call, remainder, from, cost, source)
      return { body: part.answerFor(cost), consumed: cost, remaining, replayed }
    })

    const resume = Effect.fnUntraced(function* (cursor: string, call: ContinuedCall) {
      const { source } = yield* checkKeyAndPlan(operation, call)
      const part = yield* kept.resume(call.caller.accountId, operation.apiType, cursor, (remainder, from) =>
        Effect.map(Effect.mapError(nextPart(operation, remainder, from, call.fits), unknownCursor), (part) => ({
          to: part.to,
          charge: (paid: number) => read(call, remainder, from, part, source, paid)
        }))
      )
      if (Option.isNone(part)) return yield* unknownCursor()
      const { value, rest } = part.value
      return { ...value, rest }
    })

    return (cursor: string, call: ContinuedCall) =>
      inTurn("priced", call, resume(cursor, call), checkCaller(call.caller))
  }
})
