/** Rounds over many accounts, and many events in one round. */
import { Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkLedger } from "../../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { connect } from "../Connection.ts"
import { databaseTime, resetDatabaseTime } from "../neighbour/DatabaseTime.ts"
import { round } from "../Report.ts"
import { changedRounds, idleRounds, type Place, startRounds } from "./Cases.ts"
import { makeDiscussed, mostReplies } from "./Changes.ts"
import { addRules, ruleIdOf, discussedRules, stopRoundsFrom, writeCustomers } from "./Customers.ts"
import { figureOf, printRow, type Row } from "./RoundsReport.ts"
import type { NewRule } from "./RuleSet.ts"
import { rulesEach, type Sizes } from "./Sizes.ts"

const idleGoalMillis = 500
const eventsGoalMillis = 1_500

/** Events of the rules from this one on; each of all events has a hold, and the ledger adds up. */
const requireEvents = Effect.fnUntraced(function* (wanted: number, firstRule: string) {
  const sql = yield* SqlClient.SqlClient
  const faults = yield* checkLedger
  if (faults.length > 0) return yield* Effect.die(new Error(`The ledger does not add up: ${JSON.stringify(faults)}`))
  const [counted] = yield* sql<{ made: number; unpaid: number }>`
    SELECT count(*) FILTER (WHERE e.rule_id >= ${firstRule}) AS made, count(*) FILTER (WHERE h.id IS NULL) AS unpaid
    FROM webhook_events e LEFT JOIN credit_holds h ON h.account_id = e.account_id AND h.id = e.id`
  if (counted?.made !== wanted || counted.unpaid !== 0) {
    return yield* Effect.die(
      new Error(`${counted?.made} of ${wanted} events, ${counted?.unpaid} of all without a hold`)
    )
  }
})

/** Of the customers with all rules, without most of them. */
export const manyEvents = Effect.fnUntraced(function* (place: Place, sizes: Sizes) {
  const { idleAccounts, eventAccounts, events, turns } = sizes
  const client = yield* connect(place.databaseUrl)
  yield* Console.log("")
  yield* stopRoundsFrom(idleAccounts)
  const run = yield* startRounds(place)
  const accounts = `${idleAccounts} accounts x ${rulesEach} rules`
  const rounds = yield* idleRounds(run, "accounts-idle", turns)
  const idle: Row = { name: `${accounts}, nothing changed`, rounds, goalMillis: idleGoalMillis }
  yield* printRow(idle)
  yield* addRules(discussedRules(eventAccounts, mostReplies), sizes.rules)
  yield* idleRounds(run, "events-warm-up", 0)
  yield* makeDiscussed(events / eventAccounts)
  yield* resetDatabaseTime(client)
  const made = yield* run("events")
  const work = yield* databaseTime(client)
  const row: Row = { name: `events for ${eventAccounts} accounts`, rounds: [made], goalMillis: eventsGoalMillis }
  yield* printRow(row)
  yield* requireEvents(events, ruleIdOf(sizes.rules))
  const statements = round(work.statements / made.events, 3)
  yield* Console.log(
    `    ${work.statements} statements, ${statements} an event; all events have holds, and the ledger adds up`
  )
  const figure = figureOf(row)
  return [figureOf(idle), { ...figure, sizes: { ...figure.sizes, statements_an_event: statements } }]
}, Effect.scoped)

/** One rule each. */
export const mostAccounts = Effect.fnUntraced(function* (place: Place, sizes: Sizes, rules: ReadonlyArray<NewRule>) {
  const count = sizes.mostAccounts
  yield* Console.log("")
  yield* writeCustomers(rules.slice(0, count), 1)
  const run = yield* startRounds(place)
  const few = Math.max(1, Math.floor(sizes.changed / 10))
  const name = (what: string) => `${count} accounts x 1 rule, ${what}`
  const rows: ReadonlyArray<Row> = [
    { name: name("first round"), rounds: [yield* run("most-first")] },
    { name: name("nothing changed"), rounds: yield* idleRounds(run, "most-idle", sizes.turns) },
    {
      name: name(`${few} changed posts`),
      rounds: yield* changedRounds(run, "most-changed", { count: few, turns: sizes.turns, from: 200 })
    }
  ]
  yield* Effect.forEach(rows, printRow, { discard: true })
  return rows.map((row) => figureOf(row))
}, Effect.scoped)
