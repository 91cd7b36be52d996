/**
 * Limits how many calls of an account run at once (`HEDDLE_RUNNING_CALLS`), per process. Without it, one account could
 * occupy every database connection and make all others wait. Further calls wait for their turn, first come, first
 * served; how many wait and for how long is bounded. A call that waits holds no credits and no connection.
 *
 * Each kind of call has its own slots, so that long queries do not keep an account from managing its webhooks or from
 * seeing its balance.
 */
import { type AccountId, TooManyRunningCalls, Unavailable } from "@heddle/api"
import { Context, Deferred, Duration, Effect, Layer, type Scope } from "effect"
import { Settings } from "../../runtime/Settings.ts"

export const maxWaitSeconds = 5
/** Waiting calls of an account and kind; each occupies memory and a socket. */
export const maxWaiting = 50

/** `state`: reads nothing but the caller's state, as `/balance` and dry runs do. `portal`: calls of the portal's pages. */
export type CallKind = "priced" | "free" | "state" | "portal"

/** The calls of one account and kind. */
interface Lane {
  running: number
  /** In order of arrival. A call that gets its turn leaves the set and counts as running from then on. */
  readonly waiting: Set<Deferred.Deferred<void>>
}

const tooMany = (limit: number) =>
  new TooManyRunningCalls({
    detail: `${limit} calls of this account are already running, and this one could not start within ${maxWaitSeconds} seconds. Make fewer calls at once. Nothing was charged.`
  })

export class RunningCalls extends Context.Service<
  RunningCalls,
  {
    /** Runs the work once fewer calls of this account and kind than the limit are running. */
    run<A, E, R>(
      kind: CallKind,
      accountId: AccountId,
      work: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | TooManyRunningCalls, R>
    /** Waits like `run`; the call then counts as running until the scope closes. */
    enter(kind: CallKind, accountId: AccountId): Effect.Effect<void, TooManyRunningCalls, Scope.Scope>
    /** Number of accounts and kinds in memory. */
    readonly size: Effect.Effect<number>
  }
>()("@heddle/server/operations/metering/RunningCalls") {
  static readonly layer = Layer.effect(
    RunningCalls,
    Effect.gen(function* () {
      const { runningCalls: limit } = yield* Settings
      const lanes = new Map<string, Lane>()

      /** Hands the slot to the call that has waited longest. */
      const release = (name: string) =>
        Effect.sync(() => {
          const lane = lanes.get(name)
          if (lane === undefined) return
          const [next] = lane.waiting
          if (next === undefined) {
            lane.running -= 1
            if (lane.running === 0) lanes.delete(name)
          } else {
            lane.waiting.delete(next)
            Deferred.doneUnsafe(next, Effect.void)
          }
        })

      const acquire = (name: string, restore: <A, E>(wait: Effect.Effect<A, E>) => Effect.Effect<A, E>) =>
        Effect.suspend(() => {
          const lane = lanes.get(name) ?? { running: 0, waiting: new Set() }
          lanes.set(name, lane)
          if (lane.running < limit) {
            lane.running += 1
            return Effect.void
          }
          if (lane.waiting.size >= maxWaiting) return Effect.fail(tooMany(limit))
          const turn = Deferred.makeUnsafe<void>()
          lane.waiting.add(turn)
          // A turn that is no longer in the set has got its slot: an interrupted call passes it on, a late one uses it.
          return restore(Effect.timeoutOption(Deferred.await(turn), `${maxWaitSeconds} seconds`)).pipe(
            Effect.onInterrupt(() => (lane.waiting.delete(turn) ? Effect.void : release(name))),
            Effect.flatMap(() => (lane.waiting.delete(turn) ? Effect.fail(tooMany(limit)) : Effect.void))
          )
        })

      const nameOf = (kind: CallKind, accountId: AccountId) => `${kind} ${accountId}`

      const enter = (kind: CallKind, accountId: AccountId) => {
        if (limit === 0) return Effect.void
        const name = nameOf(kind, accountId)
        return Effect.uninterruptibleMask((restore) =>
          Effect.andThen(
            acquire(name, restore),
            Effect.addFinalizer(() => release(name))
          )
        )
      }

      const run = <A, E, R>(kind: CallKind, accountId: AccountId, work: Effect.Effect<A, E, R>) => {
        if (limit === 0) return work
        const name = nameOf(kind, accountId)
        return Effect.uninterruptibleMask((restore) =>
          Effect.andThen(acquire(name, restore), Effect.ensuring(restore(work), release(name)))
        )
      }

      return RunningCalls.of({ run, enter, size: Effect.sync(() => lanes.size) })
    })
  )
}

/**
 * Interrupts the work when its time is up. On a PostgreSQL server an interruption cancels the running statement (the
 * driver sends a cancel request); PGlite finishes it and starts no other.
 *
 * Only for operations that read: a write must not be interrupted halfway.
 */
export const withTimeLimit =
  (limit: Duration.Duration) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.timeoutOrElse(work, {
      duration: limit,
      orElse: () =>
        new Unavailable({
          detail: `The query took longer than ${Duration.format(limit)} and was stopped. Nothing was charged. Ask for less: a shorter time window, fewer or rarer keywords, or a smaller limit.`
        })
    })
