/**
 * `npm run bench -- neighbour`: the most expensive calls for their price, and what another account feels of them.
 *
 * The server runs on PostgreSQL with the role `api` and default settings. Its posts include a thread 40,000 deep, one where every
 * post has nine replies, 10,000 replies within a second and an author of 20,000 posts. Database time is planning and execution in
 * `pg_stat_statements`, waits included. Then one account makes the two worst calls of an operation, `--at-once`, until its minute
 * is used up, while another account and a monitor probe. Attacker and probes are processes of their own.
 */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { jsonFlag, machine, postsFlag, print, round, seedFlag } from "../Report.ts"
import { temporaryFolder } from "../Product.ts"
import { attack, type Attacked, watch } from "./Attack.ts"
import { hardCalls } from "./Calls.ts"
import { type Cost, measureCosts } from "./Cost.ts"
import { type Target, startTarget } from "./Target.ts"
import { ownCheckout } from "../../support/HeddleProcess.ts"

/** Of the database, for a call that costs less than `cheapCredits`. */
const cheapMillis = 250
const cheapCredits = 10
const balanceGoalMillis = 100
const healthzGoalMillis = 50
/** The worst calls of each operation that the attacker makes. */
const callsOfOperation = 2

const flags = {
  json: jsonFlag,
  posts: postsFlag(200_000),
  seed: seedFlag,
  rounds: Flag.Int("rounds").pipe(Flag.withDescription("Times each call is measured"), Flag.withDefault(5)),
  seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of each attack, at most"), Flag.withDefault(10)),
  atOnce: Flag.Int("at-once").pipe(Flag.withDescription("Calls that the attacker has under way"), Flag.withDefault(50)),
  server: Flag.Directory("server", { mustExist: true }).pipe(
    Flag.withDescription("The checkout whose server is attacked"),
    Flag.withDefault(ownCheckout)
  )
}

/** By database time; the calls of an operation are answered with a success. */
const worstOf = (
  costs: ReadonlyArray<Cost>
): ReadonlyArray<readonly [operation: string, paths: ReadonlyArray<string>]> =>
  [...new Set(costs.map(({ call }) => call.operation))].map((operation) => [
    operation,
    costs
      .filter(({ call }) => call.operation === operation)
      .toSorted((a, b) => b.databaseMillis - a.databaseMillis)
      .slice(0, callsOfOperation)
      .map(({ call }) => call.path)
  ])

const printAttack = (operation: string, { latencies: { balance, healthz }, statuses }: Attacked) => {
  const answers = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`)
  const cells = [operation, balance.p50, balance.p95, balance.max, healthz.p95, healthz.max]
  return Console.log(
    `| ${cells.map((cell) => (typeof cell === "number" ? round(cell) : cell)).join(" | ")} | ${answers.join(", ")} |`
  )
}

const attackAll = Effect.fnUntraced(function* (
  target: Target,
  costs: ReadonlyArray<Cost>,
  { atOnce, seconds }: { readonly atOnce: number; readonly seconds: number }
) {
  const neighbour = yield* target.account("neighbour")
  const run = Effect.fnUntraced(function* (operation: string, [first = "/balance", ...others]: ReadonlyArray<string>) {
    const attacker = yield* target.account(`attacker-${operation.replaceAll("_", "-")}`)
    yield* target.fillHistory(attacker)
    const attacked = yield* attack({
      target,
      attacker,
      neighbour,
      paths: [first, ...others],
      atOnce,
      seconds
    })
    yield* printAttack(operation, attacked)
    return { operation, attacked }
  })
  yield* Console.log(
    "\n| attacked operation | /balance p50, ms | p95 | worst | /healthz p95, ms | worst | the attacker's answers |\n|---|---|---|---|---|---|---|"
  )
  yield* printAttack("none", yield* watch(target, neighbour, Effect.as(Effect.sleep(`${seconds} seconds`), {})))
  const worst = worstOf(costs)
  const each = yield* Effect.forEach(worst, ([operation, paths]) => run(operation, paths))
  return [
    ...each,
    yield* run(
      "all",
      worst.flatMap(([, paths]) => paths)
    )
  ]
})

export const neighbour = Command.make(
  "neighbour",
  flags,
  Effect.fn(function* ({ json, posts, seed, rounds, seconds, atOnce, server }) {
    const folder = yield* temporaryFolder
    yield* Console.log(`${machine()}\n${posts} posts of 90 days and the expensive ones, seed ${seed}; ${server}\n`)
    const target = yield* startTarget({ checkout: server, folder, posts, seed })
    const account = yield* target.account("caller")
    yield* target.fillHistory(account)
    const costs = yield* measureCosts(target, account, hardCalls(target.words, target.active), rounds)
    const cheap = costs.filter(({ credits }) => credits < cheapCredits)
    const worstCheap = Math.max(...cheap.map(({ databaseMillis }) => databaseMillis))
    yield* Console.log(`goal: at most ${cheapMillis} ms for fewer than ${cheapCredits} credits; worst ${worstCheap} ms`)
    const attacks = yield* attackAll(target, costs, { atOnce, seconds })
    yield* Console.log(`goal: p95 of /balance under ${balanceGoalMillis} ms, of /healthz under ${healthzGoalMillis} ms`)
    const figure = (metric: string, value: number) => ({
      name: "neighbour",
      metric,
      value: round(value),
      unit: "ms",
      sizes: { posts, at_once: atOnce }
    })
    yield* print(json, [
      figure("most database time of a call under 10 credits", worstCheap),
      figure(
        "worst p95 of /healthz under attack",
        Math.max(...attacks.map(({ attacked }) => attacked.latencies.healthz.p95))
      ),
      figure(
        "worst p95 of /balance under attack",
        Math.max(...attacks.map(({ attacked }) => attacked.latencies.balance.p95))
      )
    ])
  }, Effect.scoped)
).pipe(Command.withDescription("The most expensive calls for their price, and what another account feels of them"))
