/**
 * Limits how many calls of an account run at once (`HEDDLE_RUNNING_CALLS`), per process. Without it, one account could
 * occupy every database connection and make all others wait. Further calls wait for their turn, first come, first
 * served; how many wait and for how long is bounded. A call that waits holds no credits and no connection.
 *
 * Each kind of call has its own slots, so that long queries do not keep an account from managing its webhooks or from
 * seeing its balance.
 */
import { type AccountId, TooManyRunningCalls, Unavailable } from "@heddle/api"
import { Context, Duration, Effect, Layer, type Scope } from "effect"
import { makeConcurrencyLimit } from "../../runtime/ConcurrencyLimit.ts"
import { Settings } from "../../runtime/Settings.ts"

export const maxWaitSeconds = 5
/** Waiting calls of an account and kind; each occupies memory and a socket. */
export const maxWaiting = 50

/** `state`: reads nothing but the caller's state, as `/balance` and dry runs do. `portal`: calls of the portal's pages. */
export type CallKind = "priced" | "free" | "state" | "portal"

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
      const calls = makeConcurrencyLimit(
        {
          perKey: limit === 0 ? Infinity : limit,
          waitingPerKey: maxWaiting,
          maxWait: `${maxWaitSeconds} seconds`
        },
        () => tooMany(limit)
      )
      const keyOf = (kind: CallKind, accountId: AccountId) => `${kind} ${accountId}`

      return RunningCalls.of({
        run: (kind, accountId, work) => calls.run(keyOf(kind, accountId), work),
        enter: (kind, accountId) => calls.enter(keyOf(kind, accountId)),
        size: calls.size
      })
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
