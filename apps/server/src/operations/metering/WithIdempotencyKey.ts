/** `Idempotency-Key` around a call: with a key it runs once and is answered again; without one it just runs. */
import { type Caller, Conflict, type Consumed, IdempotencyConflict, type WithIdempotencyKey } from "@heddle/api"
import { Effect, Schema } from "effect"
import { HttpMethod, HttpServerRequest } from "effect/http"
import { Ledger, type Settled } from "../../credits/ledger/Ledger.ts"
import { type Commit, Idempotency } from "../../idempotency/Idempotency.ts"
import { answerHeaders, creditHeaders } from "./AnswerHeaders.ts"

/** An answer and the balance after it. */
export interface Outcome<A> extends Settled {
  readonly answer: A
}

/** Method, path, query in any order, and body. */
const identityOf = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  // Another question mark is part of a value.
  const [path, ...query] = request.url.split("?")
  const parameters = new URLSearchParams(query.join("?"))
  parameters.sort()
  const body = HttpMethod.hasBody(request.method) ? yield* Effect.orDie(request.text) : ""
  return [request.method, path, parameters.toString(), body].join("\n")
})

const refusals = {
  KeyUsedOtherwise: Effect.suspend(() =>
    Effect.fail(
      new IdempotencyConflict({
        detail: "This Idempotency-Key was used for another request within 24 hours; take a new key for a new request."
      })
    )
  ),
  StillRunning: Effect.andThen(
    answerHeaders({ "retry-after": "1" }),
    Effect.suspend(() =>
      Effect.fail(new Conflict({ detail: "The first call with this Idempotency-Key is still running; ask again." }))
    )
  )
}

/** The call gets a `Commit` for its last step when it has a key, and ends by itself when not. */
export const withIdempotencyKey = Effect.fnUntraced(function* <A extends Consumed, E, R>(
  { accountId }: Caller["Service"],
  result: Schema.Codec<A, unknown>,
  { headers }: WithIdempotencyKey,
  call: (commit: Commit<A> | null) => Effect.Effect<Outcome<A>, E, R>
) {
  const key = headers["idempotency-key"]
  if (key === undefined) return yield* answerNow(yield* call(null))
  const codec = Schema.fromJsonString(Schema.toCodecJson(result))
  const idempotency = yield* Idempotency
  const once = yield* idempotency.once({ accountId, key, request: yield* identityOf, codec }, call)
  if (once._tag === "Ran") return yield* answerNow(once.outcome)
  if (once._tag !== "Replayed") return yield* refusals[once._tag]
  yield* creditHeaders(once.answer.credits_consumed, yield* (yield* Ledger).available(accountId))
  yield* answerHeaders({ "idempotent-replayed": "true" })
  return once.answer
})

const answerNow = <A extends Consumed>({ answer, remaining }: Outcome<A>) =>
  Effect.as(creditHeaders(answer.credits_consumed, remaining), answer)
