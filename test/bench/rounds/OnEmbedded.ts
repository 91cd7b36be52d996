/** Rounds on the embedded database: in this process, and beside calls of a real server, which alone can open it then. */
import { Clock, Console, Effect } from "effect"
import { join } from "node:path"
import { Round } from "../../../apps/server/src/webhooks/matching/Round.ts"
import { productIn, temporaryFolder, timed } from "../Product.ts"
import type { Figure } from "../Report.ts"
import { beside, besideGoals, situations } from "./Beside.ts"
import { changedRounds, idleRounds, type RunRound } from "./Cases.ts"
import { deliverAll, releaseShards } from "./Changes.ts"
import { writeCustomers } from "./Customers.ts"
import { measureRound } from "./RoundProcess.ts"
import { figureOf, printRow, type Row } from "./RoundsReport.ts"
import { makeRules } from "./RuleSet.ts"
import { rulesEach, type Sizes } from "./Sizes.ts"
import { writeWindow } from "./Window.ts"

const inThisProcess = Effect.map(
  Round,
  (round): RunRound =>
    () =>
      Effect.promise(() => measureRound(() => Effect.runPromise(round.run), {}))
)

/** Fills the database and measures rounds with a tenth of the rules; leaves the customers with all of them. */
const prepare = Effect.fnUntraced(function* ({ embeddedPosts, rules: count, changed, turns }: Sizes, seed: number) {
  const untilMillis = yield* Clock.currentTimeMillis
  const window = yield* timed(writeWindow({ seed, count: embeddedPosts, untilMillis }))
  yield* Console.log(
    `\nembedded database: ${embeddedPosts} posts of 72 hours, written in ${Math.round(window.millis / 1000)} s`
  )
  const rules = makeRules(seed, window.value, count, rulesEach)
  const some = rules.slice(0, Math.ceil(count / 10))
  yield* writeCustomers(some, rulesEach)
  const run = yield* inThisProcess
  const few = Math.ceil(changed / 10)
  const name = (what: string) => `embedded, ${some.length} rules, ${what}`
  const rows: ReadonlyArray<Row> = [
    { name: name(`first round, window of ${embeddedPosts}`), rounds: [yield* run("")], shared: true },
    { name: name("nothing changed"), rounds: yield* idleRounds(run, "", turns), shared: true },
    {
      name: name(`${few} changed posts`),
      rounds: yield* changedRounds(run, "", { count: few, turns, from: 100 }),
      shared: true
    }
  ]
  yield* Effect.forEach(rows, printRow, { discard: true })
  yield* writeCustomers(rules, rulesEach)
  yield* idleRounds(run, "", 0)
  return rows.map((row) => figureOf(row))
})

const opened = (folder: string) => productIn(join(folder, "data", "database"))

export const onEmbedded = Effect.fnUntraced(function* (sizes: Sizes, seed: number) {
  const folder = yield* temporaryFolder
  const figures: Array<Figure> = []
  figures.push(...(yield* Effect.provide(prepare(sizes, seed), opened(folder), { local: true })))
  for (const { name, prepared } of situations(sizes, sizes.embeddedPosts)) {
    yield* Effect.provide(Effect.all([deliverAll, prepared, releaseShards]), opened(folder), { local: true })
    figures.push(yield* beside({ name: `embedded, ${name}`, folder, env: {}, goalMillis: besideGoals.embedded }))
  }
  return figures
})
