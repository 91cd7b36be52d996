/** A background task, which a process repeats while it serves. `Supervisor.ts` runs all of them. */
import { Config, type Duration, Effect, Schema, Stream } from "effect"
import { namesIn } from "./NameList.ts"

/** The roles of a process. `HEDDLE_ROLES` selects some of them; by default a process has all. */
export const allRoles = ["api", "ingest", "rounds", "deliveries", "maintenance"] as const

type Role = (typeof allRoles)[number]

const RoleNames = Schema.String.check(
  Schema.makeFilter((text) => {
    const names = namesIn(text)
    const unknown = names.find((name) => !allRoles.some((role) => role === name))
    if (unknown === undefined && names.length > 0) return undefined
    const found = unknown === undefined ? "names no role" : `names "${unknown}"`
    return `${found}; the roles are ${allRoles.join(", ")}, several with commas`
  })
)

/** A comma-separated list of role names. */
export const rolesSetting = (name: string) =>
  Config.schema(RoleNames, name).pipe(
    Config.map((text): ReadonlyArray<Role> => allRoles.filter((role) => namesIn(text).includes(role))),
    Config.withDefault(allRoles)
  )

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
export const maintenance = <R>(name: string, every: Duration.Input, run: Effect.Effect<unknown, unknown, R>) =>
  background({ name, role: "maintenance", every, run, onStop: "interrupt" })
