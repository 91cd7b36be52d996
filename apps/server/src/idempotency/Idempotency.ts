/**
 * Runs calls with an `Idempotency-Key` exactly once: the key is claimed, the call runs, and its answer commits in the
 * transaction of its charge or its rows. Only successes are stored; a failed call releases its key.
 */
import { type AccountId, Unavailable } from "@heddle/api"
import { Context, Deferred, Effect, Exit, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { atomically } from "../database/client/Atomically.ts"
import { type ClaimId, newId } from "../runtime/Ids.ts"
import { inBatches } from "../runtime/Batches.ts"
import { Digests } from "../runtime/Digests.ts"
import { maintenance } from "../runtime/Background.ts"
import { idempotencyLeaseMillis } from "../runtime/CallTimings.ts"
import type { SealedColumn } from "../runtime/KeyRotation.ts"
import { makeOwed } from "../runtime/Owed.ts"
import { ProcessLease } from "../runtime/ProcessLease.ts"
import { now } from "../runtime/Time.ts"
import { Secrets } from "../runtime/Secrets.ts"
import { type RequestKey, makeIdempotencyStore } from "./IdempotencyStore.ts"

export interface KeyedCall<A> {
  readonly accountId: AccountId
  /** As sent by the caller. */
  readonly key: string
  /** A fingerprint: equal exactly when the requests are equal. */
  readonly request: string
  /** How answers are stored. */
  readonly codec: Schema.Codec<A, string>
}

/** Runs the last step of a call and stores its answer in one transaction, which rolls back if the claim was lost. */
export type Commit<A> = <O extends { readonly answer: A }, E, R>(
  step: Effect.Effect<O, E, R>
) => Effect.Effect<O, Exclude<E, SqlError.SqlError> | Unavailable, R>

/** The key belongs to another request, or the first call is still running in another process. */
interface KeyConflict {
  readonly _tag: "KeyReused" | "StillRunning"
}

export type IdempotentResult<A, O> =
  | { readonly _tag: "Ran"; readonly value: O }
  | { readonly _tag: "Replayed"; readonly answer: A }
  | KeyConflict

type Claimed =
  | { readonly _tag: "Claimed"; readonly claimId: ClaimId }
  | { readonly _tag: "Stored"; readonly text: string }
  | KeyConflict

interface Running {
  readonly requestDigest: string
  /** None when the call failed and released its key. */
  readonly answer: Deferred.Deferred<Option.Option<string>>
}

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /** Runs the call unless its key has an answer; a duplicate in the same process waits for the first call. */
    runOnce<A, O extends { readonly answer: A }, E, R>(
      keyed: KeyedCall<A>,
      call: (commit: Commit<A>) => Effect.Effect<O, E, R>
    ): Effect.Effect<IdempotentResult<A, O>, E, R>
    /** Deletes expired keys in bounded batches. */
    readonly deleteExpired: Effect.Effect<void>
  }
>()("@heddle/server/idempotency/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const { digest } = yield* Digests
      const process = yield* ProcessLease
      const owe = yield* makeOwed(idempotencyLeaseMillis)
      const store = makeIdempotencyStore(sql)
      // Bounded by the number of calls in flight.
      const running = new Map<string, Running>()

      /** Claims the key, or finds the answer stored for it. */
      const claimOrFind = Effect.fnUntraced(function* (id: RequestKey, requestDigest: string) {
        while (true) {
          const time = yield* now
          const claimId = yield* newId("claim")
          const claim = { id: claimId, process: yield* process.id }
          // A claim whose reply was lost may exist without a call that would end it.
          const claimed = Effect.onError(store.claim(id, requestDigest, claim, time), () =>
            owe(store.release(id, claimId))
          )
          if (yield* claimed) return { _tag: "Claimed" as const, claimId }
          const row = yield* store.find(id, time)
          // Released between the two statements: try again.
          if (row === undefined) continue
          if (row.requestDigest !== requestDigest) return { _tag: "KeyReused" as const }
          if (row.sealedAnswer === null) return { _tag: "StillRunning" as const }
          return { _tag: "Stored" as const, text: yield* secrets.open(row.sealedAnswer) }
        }
      }, Effect.orDie)

      const commitAs =
        <A>(id: RequestKey, claimId: ClaimId, encode: (answer: A) => Effect.Effect<string>): Commit<A> =>
        (step) =>
          atomically(
            sql,
            Effect.gen(function* () {
              const result = yield* step
              const sealed = secrets.seal(yield* encode(result.answer))
              if (yield* store.saveAnswer(id, claimId, sealed, yield* now)) return result
              return yield* new Unavailable({
                detail: "The call took longer than its Idempotency-Key was reserved for, and was undone. Try again."
              })
            })
          )

      /** When the database is down, as soon as it answers again. */
      const release = (id: RequestKey, claimId: ClaimId) =>
        Effect.catchCause(Effect.asVoid(store.release(id, claimId)), () => owe(store.release(id, claimId)))

      const runOnce = Effect.fn("Idempotency.runOnce")(function* <A, O extends { readonly answer: A }, E, R>(
        keyed: KeyedCall<A>,
        call: (commit: Commit<A>) => Effect.Effect<O, E, R>
      ) {
        const { accountId, codec } = keyed
        const id = { accountId, keyDigest: digest(`idempotency key\n${keyed.key}`) }
        const requestDigest = digest(`idempotency request\n${keyed.request}`)
        const name = `${accountId} ${id.keyDigest}`
        const encode = (answer: A) => Effect.orDie(Schema.encodeEffect(codec)(answer))
        const replay = (text: string) =>
          Effect.map(Effect.orDie(Schema.decodeEffect(codec)(text)), (answer) => ({
            _tag: "Replayed" as const,
            answer
          }))

        const run = Effect.acquireUseRelease(
          claimOrFind(id, requestDigest),
          (claimed: Claimed): Effect.Effect<IdempotentResult<A, O>, E, R> => {
            if (claimed._tag === "Stored") return replay(claimed.text)
            if (claimed._tag !== "Claimed") return Effect.succeed(claimed)
            return Effect.map(call(commitAs(id, claimed.claimId, encode)), (value) => ({ _tag: "Ran", value }))
          },
          (claimed, exit) =>
            claimed._tag === "Claimed" && Exit.isFailure(exit) ? release(id, claimed.claimId) : Effect.void
        )
        const textOf = (result: IdempotentResult<A, O>) =>
          result._tag === "Ran"
            ? Effect.asSome(encode(result.value.answer))
            : result._tag === "Replayed"
              ? Effect.asSome(encode(result.answer))
              : Effect.succeedNone

        // Finding no running call and registering this one must be one step, and a registered call must be completed.
        return yield* Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            for (let first = running.get(name); first !== undefined; first = running.get(name)) {
              if (first.requestDigest !== requestDigest) return { _tag: "KeyReused" as const }
              const answer = yield* restore(Deferred.await(first.answer))
              if (Option.isSome(answer)) return yield* replay(answer.value)
            }
            const entry: Running = { requestDigest, answer: Deferred.makeUnsafe() }
            running.set(name, entry)
            return yield* restore(run).pipe(
              Effect.onExit((exit) => {
                running.delete(name)
                const text = Exit.isSuccess(exit) ? textOf(exit.value) : Effect.succeedNone
                return Effect.flatMap(text, (text) => Deferred.succeed(entry.answer, text))
              })
            )
          })
        )
      })

      const deleteExpired = inBatches(Effect.flatMap(now, store.deleteExpired)).pipe(
        Effect.orDie,
        Effect.withSpan("Idempotency.deleteExpired")
      )

      return Idempotency.of({ runOnce, deleteExpired })
    })
  ).pipe(Layer.provide(ProcessLease.layer))
}

export const idempotencySealed: ReadonlyArray<SealedColumn> = [{ table: "idempotency_keys", column: "sealed_answer" }]

export const idempotencyTasks = maintenance(
  "idempotency cleanup",
  "10 minutes",
  Idempotency.use(({ deleteExpired }) => deleteExpired)
)
