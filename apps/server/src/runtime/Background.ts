/** A background task, which a process repeats while it serves. `Supervisor.ts` runs all of them. */
import { type Duration, Effect, Stream } from "effect"

/** The roles of a process. `HEDDLE_ROLES` selects some of them; by default a process has all. */
export const allRoles = ["api", "ingest", "rounds", "deliveries", "maintenance"] as const

type Role = (typeof allRoles)[number]

/** Returned by a run that left work behind: the next run starts at once. */
export const again = Symbol.for("@heddle/server/runtime/again")

interface Definition<R, W> {
  /** Appears in the log and as the label `task` of the metrics. */
  readonly name: string
  /** Only processes with this role, or one of these, run the task. */
  readonly role: Role | ReadonlyArray<Role>
  /** From the start of one run to the start of the next. Runs never overlap: a longer one delays the next. */
  readonly every: Duration.Input
  /** Each element starts a run early. Elements that arrive during a run count as one. */
  readonly wake?: ReadonlyArray<Stream.Stream<unknown, unknown, W>>
  /** A failure or a defect is logged and the run is retried with back-off. */
  readonly run: Effect.Effect<unknown, unknown, R>
  /** Whether a stopping process waits for the current run or interrupts it. */
  readonly onStop: "finish" | "interrupt"
}

/** A task together with the services it uses. */
export interface Background extends Definition<never, never> {
  readonly wake: ReadonlyArray<Stream.Stream<unknown, unknown>>
}

/** The tasks of a module, or of several. */
export type Tasks = Background | ReadonlyArray<Tasks>

export const background = <R, W = never>(definition: Definition<R, W>): Effect.Effect<Background, never, R | W> =>
  Effect.map(Effect.context<R | W>(), (context) => ({
    ...definition,
    wake: (definition.wake ?? []).map((stream) => Stream.provideContext(stream, context)),
    run: Effect.provideContext(definition.run, context)
  }))

/** A task that keeps the database in order. A stopping process does not wait for it. */
export const maintenance = <R, W = never>(
  name: string,
  every: Duration.Input,
  run: Effect.Effect<unknown, unknown, R>,
  ...wake: ReadonlyArray<Stream.Stream<unknown, unknown, W>>
) => background({ name, role: "maintenance", every, wake, run, onStop: "interrupt" })
