/** The same posts against more and more rules. */
import { Console, Effect } from "effect"
import type { Figure } from "../Report.ts"
import { changedRounds, idleRounds, type Place, startRounds, wholeWindow } from "./Cases.ts"
import { writeCustomers } from "./Customers.ts"
import { figureOf, printRow, type Row } from "./RoundsReport.ts"
import type { NewRule } from "./RuleSet.ts"
import { rulesEach, type Sizes } from "./Sizes.ts"

const changedGoalMillis = 10_000
const windowGoalMillis = 60_000

/** Of the process whose index is still empty. */
const coldRound = (place: Place, name: string) => Effect.scoped(Effect.flatMap(startRounds(place), (run) => run(name)))

const step = Effect.fnUntraced(function* (
  place: Place,
  { posts, changed, turns, rules: most }: Sizes,
  rules: ReadonlyArray<NewRule>
) {
  yield* writeCustomers(rules, rulesEach)
  const full = rules.length === most
  const name = (what: string) => `${rules.length} rules, ${what}`
  const rows: Array<Row> = []
  const add = Effect.fnUntraced(function* (row: Row) {
    rows.push(row)
    yield* printRow(row)
  })
  const few = changed / 10
  yield* Effect.gen(function* () {
    const run = yield* startRounds(place)
    const goalMillis = full ? windowGoalMillis : undefined
    yield* add({
      name: name(`first round, window of ${posts}`),
      rounds: [yield* run(`${rules.length}-first`)],
      goalMillis
    })
    const again = yield* wholeWindow(run, `${rules.length}-window`)
    yield* add({ name: name("window again, no new events"), rounds: [again], goalMillis })
    yield* add({ name: name("nothing changed"), rounds: yield* idleRounds(run, `${rules.length}-idle`, turns) })
    const rounds = (count: number, from: number) =>
      changedRounds(run, `${rules.length}-changed-${count}`, { count, turns, from })
    yield* add({ name: name(`${few} changed posts`), rounds: yield* rounds(few, 100) })
    yield* add({
      name: name(`${changed} changed posts`),
      rounds: yield* rounds(changed, 0),
      goalMillis: full ? changedGoalMillis : undefined
    })
    yield* idleRounds(run, `${rules.length}-last`, 0)
  }).pipe(Effect.scoped)
  yield* add({ name: name("new process, nothing changed"), rounds: [yield* coldRound(place, `${rules.length}-cold`)] })
  return rows
})

export const ladder = Effect.fnUntraced(function* (place: Place, sizes: Sizes, rules: ReadonlyArray<NewRule>) {
  const figures: Array<Figure> = []
  for (const part of [100, 10, 1]) {
    yield* Console.log("")
    const rows = yield* step(place, sizes, rules.slice(0, sizes.rules / part))
    figures.push(...rows.map((row) => figureOf(row)))
  }
  return figures
})
