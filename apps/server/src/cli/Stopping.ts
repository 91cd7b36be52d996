/** How a server's process ends: one that is stopped by a signal while it serves has done what it should, and exits with 0. */
import { Cause, Effect, Exit, Runtime } from "effect"

let hasServed = false

/** Marks the time in which a signal is a stop. A start or another command that is cut off still exits with 130. */
export const serving = <A, E, R>(server: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(server, () => Effect.sync(() => void (hasServed = true)))

export const teardown: Runtime.Teardown = (exit, onExit) =>
  hasServed && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? onExit(0)
    : Runtime.defaultTeardown(exit, onExit)
