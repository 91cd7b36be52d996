/** Exit codes: a server that a signal stops while it serves exits with 0. */
import { Cause, Effect, Exit, Runtime } from "effect"

let hasServed = false

/** Marks a running server. A signal during start-up, or to any other command, still exits with 130. */
export const serving = <A, E, R>(server: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(server, () => Effect.sync(() => void (hasServed = true)))

export const teardown: Runtime.Teardown = (exit, onExit) =>
  hasServed && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? onExit(0)
    : Runtime.defaultTeardown(exit, onExit)
