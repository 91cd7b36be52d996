/** Shows how far a command is, in one line of the terminal. Writes nothing when the output goes to a file or a pipe. */
import { Clock, Effect, Stdio, Stream } from "effect"
import { progressLine, type Step } from "./ProgressLine.ts"

const millisBetweenLines = 200
const clearLine = "\r\u001B[2K"

export interface Progress {
  readonly show: (step: Step) => Effect.Effect<void>
}

/** Runs a command with a progress line, which is gone when it ends. */
export const withProgress = Effect.fnUntraced(function* <A, E, R>(
  label: string,
  command: (progress: Progress) => Effect.Effect<A, E, R>
) {
  const stdio = yield* Stdio.Stdio
  if (!(yield* stdio.stderrIsTerminal)) return yield* command({ show: () => Effect.void })
  const startedAt = yield* Clock.currentTimeMillis
  let shownAt = 0
  // A terminal that cannot be written to must not stop the command.
  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr()))
  const show = Effect.fnUntraced(function* (step: Step) {
    const now = yield* Clock.currentTimeMillis
    if (now - shownAt < millisBetweenLines) return
    shownAt = now
    yield* write(clearLine + progressLine(label, step, now - startedAt))
  })
  return yield* Effect.ensuring(command({ show }), write(clearLine))
})
