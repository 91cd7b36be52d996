/** A background task: what a process does over and over while it serves. `Supervisor.ts` runs all of them. */
import { type Duration, Effect, Stream } from "effect"
import type { Role } from "./Roles.ts"

/** A run ends with this when it left work behind: the next one begins at once. */
export const again = Symbol.for("@heddle/server/runtime/again")

interface Definition<R, W> {
  /** In the log, and the label `task` of the metrics. */
  readonly name: string
  /** Only processes with this role run the task. */
  readonly role: Role
  /** From the beginning of one run to the beginning of the next. Runs never overlap: one that takes longer delays the next. */
  readonly every: Duration.Input
  /** Each element begins a run before its time. Those that arrive during a run count as one. */
  readonly wake?: ReadonlyArray<Stream.Stream<unknown, unknown, W>>
  /** One that fails, with an error or a defect, is logged and repeated with back-off. */
  readonly run: Effect.Effect<unknown, unknown, R>
  /** What a stopping process does with a run under way: waits until it ends, or interrupts it. */
  readonly onStop: "finish" | "interrupt"
}

/** A task together with the services it uses. */
export interface Background extends Definition<never, never> {
  readonly wake: ReadonlyArray<Stream.Stream<unknown, unknown>>
}

/** The tasks of a room, or of several. */
export type Tasks = Background | ReadonlyArray<Tasks>

export const background = <R, W = never>(definition: Definition<R, W>): Effect.Effect<Background, never, R | W> =>
  Effect.map(Effect.context<R | W>(), (context) => ({
    ...definition,
    wake: (definition.wake ?? []).map((stream) => Stream.provideContext(stream, context)),
    run: Effect.provideContext(definition.run, context)
  }))
