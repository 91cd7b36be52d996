/** The background tasks that look for what to check, and check it within the budget of each source. */
import { Effect } from "effect"
import { LiveSources, type LiveReads, type ReadBudget } from "../../live/LiveSource.ts"
import { background } from "../../runtime/Background.ts"
import { NetworkChecks } from "../../store/checks/NetworkChecks.ts"
import { makeCheckSource } from "./CheckSource.ts"
import { paceOf } from "./Pace.ts"

const searchSeconds = 30
/** Checks that wait longer than this are outdated. */
const waitingSeconds = 600

interface Checked {
  readonly name: string
  readonly reads: LiveReads
  readonly budget: ReadBudget
}

const checkedSources = Effect.map(LiveSources, (sources) =>
  sources.flatMap(({ name, reads }): ReadonlyArray<Checked> => {
    const { budget } = reads
    return budget === undefined || budget.requestsPerSecond === 0 ? [] : [{ name, reads, budget }]
  })
)

const searchTask = Effect.fnUntraced(function* (sources: ReadonlyArray<Checked>) {
  const capacity = Math.max(
    0,
    ...sources.map(({ budget }) => Math.ceil(budget.requestsPerSecond * budget.postsAtOnce * waitingSeconds))
  )
  return yield* background({
    name: "network checks",
    role: "ingest",
    every: `${searchSeconds} seconds`,
    run: NetworkChecks.use(({ search }) =>
      search(
        sources.map(({ name }) => name),
        capacity
      )
    ),
    onStop: "interrupt"
  })
})

const checkTask = Effect.fnUntraced(function* ({ name, reads, budget }: Checked) {
  const { run } = yield* makeCheckSource(name, reads, budget)
  return yield* background({
    name: `checks of ${name}`,
    role: "ingest",
    every: paceOf(budget.requestsPerSecond).everyMillis,
    run,
    onStop: "interrupt"
  })
})

export const checkTasks = Effect.gen(function* () {
  const sources = yield* checkedSources
  return sources.length === 0 ? [] : [yield* searchTask(sources), ...(yield* Effect.forEach(sources, checkTask))]
})
