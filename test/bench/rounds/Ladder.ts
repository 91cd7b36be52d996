/** The same posts against more and more rules. */
import { Console, Effect } from "effect"
import { Endpoints } from "../../../apps/server/src/webhooks/management/Endpoints.ts"
import type { Figure } from "../Report.ts"
import { changedRounds, idleRounds, type Place, startRounds, wholeWindow } from "./Cases.ts"
import { accountOf, writeCustomers } from "./Customers.ts"
import { figureOf, printRow, type Row } from "./RoundsReport.ts"
import type { NewRule } from "./RuleSet.ts"
import { rulesEach, type Sizes } from "./Sizes.ts"

const changedGoalMillis = 10_000
const windowGoalMillis = 60_000

/** Of the process whose index is still empty. */
const coldRound = (place: Place, name: string) => Effect.scoped(Effect.flatMap(startRounds(place), (run) => run(name)))

/** Through the product's own service, for an account that has rules. */
const createRule = Effect.gen(function* () {
  const endpoints = yield* Endpoints
  const [endpoint] = yield* endpoints.list(accountOf(0))
  if (endpoint === undefined) return yield* Effect.die(new Error("The first account has no endpoint"))
  yield* endpoints.createRule(accountOf(0), endpoint.id, { keyword: "無人知曉的名字" })
})

const step = Effect.fnUntraced(function* (
  place: Place,
  { posts, changed, turns, rules: most }: Sizes,
  rules: ReadonlyArray<NewRule>
) {
  yield* writeCustomers(rules, rulesEach)
  const full = rules.length === most
  const name = (what: string) => `${rules.length} rules, ${what}`
  const add = (row: Row) => Effect.as(printRow(row), row)
  const few = Math.ceil(changed / 10)
  const goalMillis = full ? windowGoalMillis : undefined
  const rows = yield* Effect.gen(function* () {
    const run = yield* startRounds(place)
    const rounds = (count: number, from: number) =>
      changedRounds(run, `${rules.length}-changed-${count}`, { count, turns, from })
    const first = [yield* run(`${rules.length}-first`)]
    const one = yield* add({ name: name(`first round, window of ${posts}`), rounds: first, goalMillis })
    const again = [yield* wholeWindow(run, `${rules.length}-window`)]
    const two = yield* add({ name: name("window again, no new events"), rounds: again, goalMillis })
    const idle = yield* idleRounds(run, `${rules.length}-idle`, turns)
    const three = yield* add({ name: name("nothing changed"), rounds: idle })
    const four = yield* add({ name: name(`${few} changed posts`), rounds: yield* rounds(few, 100) })
    const five = yield* add({
      name: name(`${changed} changed posts`),
      rounds: yield* rounds(changed, 0),
      goalMillis: full ? changedGoalMillis : undefined
    })
    yield* idleRounds(run, `${rules.length}-before-rule`, 0)
    yield* createRule
    const six = yield* add({ name: name("one new rule"), rounds: [yield* run(`${rules.length}-rule`)] })
    return { whole: one, changed: five, others: [two, three, four, six] }
  }).pipe(Effect.scoped)
  const cold = [yield* coldRound(place, `${rules.length}-cold`)]
  const last = yield* add({ name: name("new process, nothing changed"), rounds: cold })
  return { ...rows, others: [...rows.others, last] }
})

export const ladder = Effect.fnUntraced(function* (place: Place, sizes: Sizes, rules: ReadonlyArray<NewRule>) {
  const figures: Array<Figure> = []
  const measure = Effect.fnUntraced(function* (count: number) {
    yield* Console.log("")
    const rows = yield* step(place, sizes, rules.slice(0, count))
    figures.push(...rows.others.map((row) => figureOf(row)))
    return rows
  })
  for (const part of [100, 10]) {
    const { whole, changed } = yield* measure(Math.ceil(sizes.rules / part))
    figures.push(figureOf(whole), figureOf(changed))
  }
  const { whole, changed } = yield* measure(sizes.rules)
  return { figures, whole, changed }
})
