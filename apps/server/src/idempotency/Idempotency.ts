/**
 * Exactly once for calls with an `Idempotency-Key`: the key is claimed, the call runs, and its answer commits in the
 * transaction of what it charged or wrote. Only successes are kept; a call that failed frees its key.
 */
import { type AccountId, Unavailable } from "@heddle/api"
import { Context, Deferred, Effect, Exit, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { atomically } from "../database/client/Atomically.ts"
import { type ClaimId, newId } from "../runtime/Ids.ts"
import { now } from "../runtime/Time.ts"
import { Secrets } from "../runtime/Secrets.ts"
import { type RequestKey, makeIdempotencyStore } from "./IdempotencyStore.ts"

export interface KeyedCall<A> {
  readonly accountId: AccountId
  /** As the caller gave it. */
  readonly key: string
  /** Equal exactly when the requests are. */
  readonly request: string
  /** The form in which an answer is kept. */
  readonly codec: Schema.Codec<A, string>
}

/** Runs the last step of a call and keeps its answer, in one transaction, which is undone if the claim was lost. */
export type Commit<A> = <O extends { readonly answer: A }, E, R>(
  step: Effect.Effect<O, E, R>
) => Effect.Effect<O, Exclude<E, SqlError.SqlError> | Unavailable, R>

/** Why neither: the key stands for another request, or the first call still runs in another process. */
interface Refused {
  readonly _tag: "KeyUsedOtherwise" | "StillRunning"
}

/** What came of a call: it ran now, its answer of then, or neither. */
export type Once<A, O> =
  | { readonly _tag: "Ran"; readonly outcome: O }
  | { readonly _tag: "Replayed"; readonly answer: A }
  | Refused

type Claimed =
  | { readonly _tag: "Claimed"; readonly claimId: ClaimId }
  | { readonly _tag: "Kept"; readonly text: string }
  | Refused

interface Running {
  readonly requestDigest: string
  /** None when the call came to nothing, so that the key is free again. */
  readonly answer: Deferred.Deferred<Option.Option<string>>
}

const sweepBatch = 1_000

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /** Runs the call unless its key has an answer; a duplicate in this process waits for the first. */
    once<A, O extends { readonly answer: A }, E, R>(
      keyed: KeyedCall<A>,
      call: (commit: Commit<A>) => Effect.Effect<O, E, R>
    ): Effect.Effect<Once<A, O>, E, R>
    /** Removes keys whose time is over, in bounded batches. */
    readonly sweep: Effect.Effect<void>
  }
>()("@heddle/server/idempotency/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const kept = makeIdempotencyStore(sql)
      // Bounded by the number of calls that run.
      const running = new Map<string, Running>()

      /** A claim of ours, or the answer that is kept. */
      const claimOrFind = Effect.fnUntraced(function* (id: RequestKey, requestDigest: string) {
        while (true) {
          const time = yield* now
          const claimId = yield* newId("claim")
          if (yield* kept.claim(id, requestDigest, claimId, time)) return { _tag: "Claimed" as const, claimId }
          const row = yield* kept.find(id, time)
          // Freed between the two statements: try again.
          if (row === undefined) continue
          if (row.requestDigest !== requestDigest) return { _tag: "KeyUsedOtherwise" as const }
          if (row.sealedAnswer === null) return { _tag: "StillRunning" as const }
          return { _tag: "Kept" as const, text: yield* secrets.open(row.sealedAnswer) }
        }
      }, Effect.orDie)

      const commitAs =
        <A>(id: RequestKey, claimId: ClaimId, encode: (answer: A) => Effect.Effect<string>): Commit<A> =>
        (step) =>
          atomically(
            sql,
            Effect.gen(function* () {
              const outcome = yield* step
              const sealed = secrets.seal(yield* encode(outcome.answer))
              if (yield* kept.keep(id, claimId, sealed, yield* now)) return outcome
              return yield* new Unavailable({
                detail: "The call took longer than its Idempotency-Key is kept free for it and was undone; try again."
              })
            })
          )

      // Its lease frees it later.
      const free = (id: RequestKey, claimId: ClaimId) =>
        Effect.catchCause(kept.free(id, claimId), (cause) => Effect.logWarning("A claim could not be freed", cause))

      const once = Effect.fn("Idempotency.once")(function* <A, O extends { readonly answer: A }, E, R>(
        keyed: KeyedCall<A>,
        call: (commit: Commit<A>) => Effect.Effect<O, E, R>
      ) {
        const { accountId, codec } = keyed
        const id = { accountId, keyDigest: secrets.mac(`idempotency key\n${keyed.key}`) }
        const requestDigest = secrets.mac(`idempotency request\n${keyed.request}`)
        const name = `${accountId} ${id.keyDigest}`
        const encode = (answer: A) => Effect.orDie(Schema.encodeEffect(codec)(answer))
        const replayed = (text: string) =>
          Effect.map(Effect.orDie(Schema.decodeEffect(codec)(text)), (answer) => ({
            _tag: "Replayed" as const,
            answer
          }))

        const run = Effect.acquireUseRelease(
          claimOrFind(id, requestDigest),
          (claimed: Claimed): Effect.Effect<Once<A, O>, E, R> => {
            if (claimed._tag === "Kept") return replayed(claimed.text)
            if (claimed._tag !== "Claimed") return Effect.succeed(claimed)
            return Effect.map(call(commitAs(id, claimed.claimId, encode)), (outcome) => ({ _tag: "Ran", outcome }))
          },
          (claimed, exit) =>
            claimed._tag === "Claimed" && Exit.isFailure(exit) ? free(id, claimed.claimId) : Effect.void
        )
        const textOf = (once: Once<A, O>) =>
          once._tag === "Ran"
            ? Effect.asSome(encode(once.outcome.answer))
            : once._tag === "Replayed"
              ? Effect.asSome(encode(once.answer))
              : Effect.succeedNone

        // Between finding no running call and announcing this one nothing may run, and an announced one must end.
        return yield* Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            for (let first = running.get(name); first !== undefined; first = running.get(name)) {
              if (first.requestDigest !== requestDigest) return { _tag: "KeyUsedOtherwise" as const }
              const answer = yield* restore(Deferred.await(first.answer))
              if (Option.isSome(answer)) return yield* replayed(answer.value)
            }
            const mine: Running = { requestDigest, answer: Deferred.makeUnsafe() }
            running.set(name, mine)
            return yield* restore(run).pipe(
              Effect.onExit((exit) => {
                running.delete(name)
                const text = Exit.isSuccess(exit) ? textOf(exit.value) : Effect.succeedNone
                return Effect.flatMap(text, (text) => Deferred.succeed(mine.answer, text))
              })
            )
          })
        )
      })

      const sweep = Effect.gen(function* () {
        while ((yield* kept.sweep(sweepBatch, yield* now)) === sweepBatch) yield* Effect.yieldNow
      }).pipe(Effect.orDie, Effect.withSpan("Idempotency.sweep"))

      return Idempotency.of({ once, sweep })
    })
  )
}
