/** What another account feels of `/balance` while a real server is in a round. */
import { Clock, Console, Effect } from "effect"
import { join } from "node:path"
import { choosePlace, type HeddleProcess, ownCheckout, startHeddle } from "../../support/HeddleProcess.ts"
import { createAccount } from "../../support/Operator.ts"
import { watch } from "../neighbour/Attack.ts"
import { encryptionKey } from "../Product.ts"
import { type Figure, round } from "../Report.ts"
import { changePosts, forgetRounds } from "./Changes.ts"
import { unreachedRules, writeCustomers } from "./Customers.ts"
import type { Sizes } from "./Sizes.ts"

const longestRounds = "5 minutes"

export const besideGoals = { postgres: 100, embedded: 250 }

/**
 * What two rounds in a row have to do. The first two need the customers with all rules, whose rounds have begun; the last
 * one replaces them.
 */
export const situations = ({ rules, changed, unreached }: Sizes, posts: number) => [
  { name: `${rules} rules, ${changed} changed posts`, prepared: changePosts(changed, 300) },
  { name: `${rules} rules, window of ${posts}`, prepared: forgetRounds },
  {
    name: `${unreached} rules of one account that no post reaches`,
    prepared: writeCustomers(unreachedRules(unreached), unreached)
  }
]

interface Rounds {
  readonly count: number
  readonly seconds: number
}

const roundsOf = async ({ operatorUrl }: HeddleProcess): Promise<Rounds> => {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text()
  const valueOf = (name: string) => {
    const line = text.split("\n").find((one) => one.startsWith(`heddle_webhook_round_duration_seconds_${name}`))
    return Number(line?.split(" ").at(-1) ?? 0)
  }
  return { count: valueOf("count"), seconds: valueOf("sum") }
}

/** Asks seldom, because an answer counts the unfinished events. */
const untilTwoRounds = (heddle: HeddleProcess): Effect.Effect<void> =>
  Effect.gen(function* () {
    while ((yield* Effect.promise(() => roundsOf(heddle))).count < 2) yield* Effect.sleep("1 second")
  }).pipe(Effect.timeout(longestRounds), Effect.orDie)

const start = (folder: string, env: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(async () =>
      startHeddle({
        ...(await choosePlace(folder, {
          HEDDLE_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString("base64"),
          HEDDLE_RATE_LIMIT: "0",
          // Nothing is sent: that is what the benchmark of deliveries measures.
          HEDDLE_ROLES: "api,rounds",
          HEDDLE_ROUND_INTERVAL: "1 second",
          ...env
        })),
        checkout: ownCheckout
      })
    ),
    (heddle) => Effect.promise(() => heddle.stop())
  )

/** Starts a server on a prepared database, and probes it while it is in its first two rounds. */
export const beside = Effect.fnUntraced(function* (options: {
  readonly name: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly goalMillis: number
}) {
  const { name, folder, env, goalMillis } = options
  const heddle = yield* start(join(folder, "data"), env)
  const email = `neighbour${yield* Clock.currentTimeMillis}@example.com`
  const account = yield* Effect.promise(() => createAccount(heddle, { plan: "standard" }, email))
  const { latencies } = yield* watch({ heddle }, account, Effect.as(untilTwoRounds(heddle), {}))
  const { count, seconds } = yield* Effect.promise(() => roundsOf(heddle))
  const millis = (1_000 * seconds) / count
  const { p50, p99, max, probes } = latencies.balance
  yield* Console.log(
    `  ${name.padEnd(52)} rounds of ${round(millis / 1000)} s   /balance p50 ${round(p50)}, p99 ${round(p99)}, ` +
      `max ${round(max)} ms (${probes} probes)   /healthz p99 ${round(latencies.healthz.p99)}, ` +
      `max ${round(latencies.healthz.max)} ms   goal p99 ${goalMillis} ms: ${p99 < goalMillis ? "met" : "missed"}`
  )
  const figure: Figure = {
    name: "rounds",
    metric: `p99 of /balance, ${name}`,
    value: round(p99),
    unit: "ms",
    sizes: { round_ms: Math.round(millis), p50_ms: round(p50), max_ms: round(max), probes, goal_ms: goalMillis }
  }
  return figure
}, Effect.scoped)
