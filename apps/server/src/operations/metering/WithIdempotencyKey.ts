/** Runs a call with an `Idempotency-Key` once and replays its answer; a call without a key just runs. */
import { type EnvelopeFields, IdempotencyConflict } from "@heddle/api"
import { Effect, Schema } from "effect"
import type { Rest } from "../../continuation/KeptRows.ts"
import { Ledger, type Settled } from "../../credits/ledger/Ledger.ts"
import { type Commit, Idempotency } from "../../idempotency/Idempotency.ts"
import { type Answer, type Call, FirstCallStillRunning } from "./Call.ts"

/** The answer of a call and the balance after it. */
export interface CompletedCall<A> extends Settled {
  readonly answer: A
  readonly rest: Rest | null
}

const answerOf = <A extends EnvelopeFields>({ answer, remaining, rest }: CompletedCall<A>): Answer<A> => ({
  body: answer,
  consumed: answer.credits_consumed,
  remaining,
  replayed: false,
  rest
})

const keyReused = () =>
  new IdempotencyConflict({
    detail:
      "This Idempotency-Key was used for a different request within the last 24 hours. Use a new key for each new request."
  })

/** `run` gets the `Commit` for its last step, or null for a call without a key. */
export const makeWithIdempotencyKey = Effect.gen(function* () {
  const ledger = yield* Ledger
  const idempotency = yield* Idempotency

  return Effect.fnUntraced(function* <A extends EnvelopeFields, E, R>(
    call: Call,
    result: Schema.Codec<A, unknown>,
    run: (commit: Commit<A> | null) => Effect.Effect<CompletedCall<A>, E, R>
  ) {
    if (call.idempotency === null) return answerOf(yield* run(null))
    const { accountId } = call.caller
    const { key, fingerprint } = call.idempotency
    const codec = Schema.fromJsonString(Schema.toCodecJson(result))
    const outcome = yield* idempotency.runOnce({ accountId, key, request: fingerprint, codec }, run)
    switch (outcome._tag) {
      case "Ran":
        return answerOf(outcome.value)
      case "KeyReused":
        return yield* keyReused()
      case "StillRunning":
        return yield* new FirstCallStillRunning({
          detail: "The first call with this Idempotency-Key is still running. Repeat this one later."
        })
      case "Replayed":
        return {
          ...answerOf({ answer: outcome.answer, remaining: yield* ledger.available(accountId), rest: null }),
          replayed: true
        }
    }
  })
})
