/** Whoever reads the output of a command may end before it, as in `heddle doctor | head`. */
import { Effect, Schema } from "effect"
import { isServing } from "./Stopping.ts"

class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", {}) {
  override readonly message = "Whatever read the output of the server has ended, so the server stopped."
}

/** Without a listener, Node ends the process with a stack trace. */
const outputClosed = Effect.callback<void>((resume) => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => resume(Effect.void))
})

/** Ends a command quietly. A server, whose log would be lost, stops as after a signal, and fails so that it is restarted. */
export const untilOutputCloses = <A, E, R>(
  command: Effect.Effect<A, E, R>
): Effect.Effect<A | void, E | OutputClosed, R> =>
  Effect.raceFirst(
    command,
    Effect.andThen(
      outputClosed,
      Effect.suspend(() => (isServing() ? Effect.fail(new OutputClosed()) : Effect.void))
    )
  )
