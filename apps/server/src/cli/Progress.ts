/** Shows how far a command is, in one line of the terminal. Writes nothing when the output goes to a file or a pipe. */
import { Clock, Effect, Stdio, Stream } from "effect"

interface Step {
  /** What is done and what there is to do, in any unit; the total is null where nobody knows it. */
  readonly done: number
  readonly total: number | null
  /** What to show of it, with what is done in a second. */
  readonly detail: (perSecond: number) => string
}

/** `8 s`, `3 min`, `2 h 5 min` */
export const timeText = (millis: number): string => {
  const seconds = Math.max(1, Math.round(millis / 1_000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const countText = (count: number): string => count.toLocaleString("en")

const barWidth = 24

const bar = (share: number): string => {
  const full = Math.floor(share * barWidth)
  return "█".repeat(full) + "░".repeat(barWidth - full)
}

/** Before, the rate says little about what is left. */
const firstEstimateMillis = 1_000

export const progressLine = (label: string, { done, total, detail }: Step, elapsedMillis: number): string => {
  const perSecond = elapsedMillis > 0 ? (done / elapsedMillis) * 1_000 : 0
  const share = total === null || total <= 0 ? null : Math.min(1, done / total)
  const left = share === null || share === 0 ? null : (elapsedMillis / share) * (1 - share)
  return [
    label,
    ...(share === null ? [] : [`${bar(share)} ${Math.floor(share * 100)} %`]),
    detail(perSecond),
    ...(left === null || share === 1 || elapsedMillis < firstEstimateMillis ? [] : [`${timeText(left)} left`])
  ].join("  ")
}

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
