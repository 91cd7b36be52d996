/** When a server stops, and its exit code: one that a signal stops while it serves exits with 0. */
import { Cause, Config, Effect, Exit, Option, Runtime, Schedule, Schema } from "effect"
import { announce } from "../runtime/LogFormat.ts"

let serves = false
let hasServed = false

/** Whether this process is a server that runs, as opposed to any other command. */
export const isServing = (): boolean => serves

/** Set by npm in every program that it starts. */
const startedByNpm = Config.option(Config.String("npm_lifecycle_event"))

/**
 * Ends when the parent of this process ends. `npx heddle serve` runs in a shell that a SIGTERM to npx ends without
 * passing it on. (`npm run heddle` replaces its shell by the server, so that signals arrive.)
 */
const orphaned = Effect.gen(function* () {
  if (Option.isNone(yield* Effect.orDie(startedByNpm))) return yield* Effect.never
  const parent = process.ppid
  yield* Effect.sync(() => process.ppid).pipe(
    Effect.repeat({ schedule: Schedule.spaced("500 millis"), until: (ppid) => ppid !== parent })
  )
  yield* Effect.logInfo("npm has ended, so the server stops")
})

/** Tells whoever pressed Ctrl+C that the server does not hang: what is in progress has some seconds to finish. */
export const sayThatItStops = <A, E, R>(waiting: Effect.Effect<A, E, R>) =>
  Effect.onInterrupt(waiting, () =>
    announce("Stopping. Requests and deliveries in progress have a few seconds to finish; nothing is lost.")
  )

/**
 * Marks a running server, which also stops when npm started it and is gone. A signal during start-up, or to any other
 * command, still exits with 130.
 */
export const serving = <A, E, R>(server: Effect.Effect<A, E, R>): Effect.Effect<A | void, E, R> =>
  Effect.andThen(
    Effect.sync(() => void (serves = true)),
    Effect.onInterrupt(Effect.raceFirst(server, orphaned), () => Effect.sync(() => void (hasServed = true)))
  )

/** How long a process may take to end by itself. */
const endMillis = 1_000

/**
 * Lets the process end by itself instead of with `process.exit`, which can hang: it waits for V8's compiler threads, and one
 * of these may wait for a garbage collection that the main thread no longer runs (nodejs/node#54918). After a second, those
 * threads have nothing left to do, and whatever still keeps the process alive ends with it.
 */
const end = (code: number): void => {
  process.exitCode = code
  setTimeout(() => process.exit(), endMillis).unref()
}

export const teardown: Runtime.Teardown = (exit) => {
  if (hasServed && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) end(0)
  else Runtime.defaultTeardown(exit, end)
}

/** Whoever reads the output of a command may end before it, as in `heddle doctor | head`. */
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
