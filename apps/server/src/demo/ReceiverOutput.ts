/** What the demo shows of its receiver's output: errors always, the first events, then a count. */
import { Console, Effect, Ref, Stdio, Stream } from "effect"

/** As many as fit a small terminal beside the banner. */
export const shownEvents = 5

export interface EventLines {
  readonly events: number
  /** Of those, how many the last count that was shown included. */
  readonly counted: number
}

export const noEvents: EventLines = { events: 0, counted: 0 }

const isEvent = (line: string): boolean => line.startsWith("verified ")

/** What to print for a line of the receiver; its errors always, its events only at first. */
export const addLine = (state: EventLines, line: string): readonly [EventLines, line: string | undefined] => {
  if (!isEvent(line)) return [state, line]
  const next = { ...state, events: state.events + 1 }
  return [next, next.events <= shownEvents ? line : undefined]
}

/** The count of the events that were not printed, when it has changed. */
export const countOf = (state: EventLines): readonly [EventLines, line: string | undefined] =>
  state.events <= shownEvents || state.events === state.counted
    ? [state, undefined]
    : [
        { ...state, counted: state.events },
        `… and ${(state.events - shownEvents).toLocaleString("en")} more verified events`
      ]

/** In a file, each count is a line of its own. */
const everyInFile = "1 minute"
const everyInTerminal = "1 second"
const clearLine = "\r\u001B[2K"

export interface ReceiverOutput {
  /** Ends when as many events were shown as will be. */
  readonly firstEvents: Effect.Effect<void>
  /** Keeps showing how many there are. */
  readonly count: Effect.Effect<never>
}

export const showReceiver = Effect.fnUntraced(function* <E>(output: Stream.Stream<Uint8Array, E>) {
  const stdio = yield* Stdio.Stdio
  const isTerminal = yield* stdio.stdoutIsTerminal
  const state = yield* Ref.make<EventLines>(noEvents)
  const print = (line: string | undefined) =>
    line === undefined ? Effect.void : Console.log(isTerminal ? `${clearLine}${line}` : line)
  // The terminal's count is one line that is written again and again. The log writes over it, so the cursor returns.
  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stdout()))
  const printCount = (line: string | undefined) =>
    line === undefined || !isTerminal ? print(line) : write(`${clearLine}${line}\r`)
  yield* output.pipe(
    Stream.decodeText(),
    Stream.splitLines,
    Stream.runForEach((line) =>
      Effect.flatMap(
        Ref.modify(state, (current) => {
          const [next, shown] = addLine(current, line)
          return [shown, next]
        }),
        print
      )
    ),
    Effect.ignore,
    Effect.forkScoped
  )
  const showCount = Effect.flatMap(
    Ref.modify(state, (current) => {
      const [next, shown] = countOf(current)
      return [shown, next]
    }),
    printCount
  )
  return {
    firstEvents: Ref.get(state).pipe(
      Effect.delay("100 millis"),
      Effect.repeat({ until: ({ events }) => events >= shownEvents }),
      Effect.asVoid
    ),
    count: Effect.forever(Effect.delay(showCount, isTerminal ? everyInTerminal : everyInFile))
  } satisfies ReceiverOutput
})
