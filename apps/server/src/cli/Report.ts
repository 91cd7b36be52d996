/** Failures of a command in words: what went wrong and what to do, no stack unless it is a defect of ours. */
import { Cause, Console, Effect } from "effect"
import { CliError } from "effect/cli"

export const reportFailure = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapCause(command, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.void
    const error = Cause.squash(cause)
    // The command-line library has shown its own errors, with the help text.
    if (CliError.isCliError(error)) return Effect.void
    return Console.error(error instanceof Error && error.message !== "" ? error.message : Cause.pretty(cause))
  })
