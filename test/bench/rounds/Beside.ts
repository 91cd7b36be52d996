/** What another account feels of `/balance` while a real server is in a round. */
import { Clock, Console, Effect } from "effect"
import { join } from "node:path"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../../support/HeddleProcess.ts"
import { createAccount } from "../../support/Operator.ts"
import { watch } from "../neighbour/Attack.ts"
import { encryptionKey } from "../Product.ts"
import { type Figure, round } from "../Report.ts"
import { changePosts, due, releaseShards, wholeWindows } from "./Changes.ts"
import { unreachedRules, writeCustomers } from "./Customers.ts"
import type { Sizes } from "./Sizes.ts"

/** Until the server is ready and has its first answers behind it. */
const startSeconds = 20
const longestRoundMillis = 300_000
/** Probing begins so long before the round. */
const beforeMillis = 250

export const besideGoals = { postgres: 100, embedded: 250 }

/** The last step of the preparation: the next round is due when the server has started. */
export const dueSoon = Effect.andThen(releaseShards, due(startSeconds))

/** The first two need the customers with all rules, whose rounds have begun; the last one replaces them. */
export const situations = ({ rules, changed, unreached }: Sizes, posts: number) => [
  { name: `${rules} rules, ${changed} changed posts`, prepared: changePosts(changed, 300) },
  { name: `${rules} rules, window of ${posts}`, prepared: wholeWindows },
  {
    name: `${unreached} rules of one account that no post reaches`,
    prepared: writeCustomers(unreachedRules(unreached), unreached)
  }
]

const roundsEnded = async ({ operatorUrl }: HeddleProcess): Promise<number> => {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text()
  const line = text.split("\n").find((one) => one.startsWith("heddle_task_runs") && one.includes('"rounds"'))
  return Number(line?.split(" ").at(-1) ?? 0)
}

const start = (folder: string, env: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(async () =>
      startHeddle(
        await choosePlace(folder, {
          HEDDLE_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString("base64"),
          HEDDLE_RATE_LIMIT: "0",
          // Nothing is sent: that is what the benchmark of deliveries measures.
          HEDDLE_ROLES: "api,rounds",
          HEDDLE_ROUND_INTERVAL: "1 hour",
          ...env
        })
      )
    ),
    (heddle) => Effect.promise(() => heddle.stop())
  )

/** Starts a server on a database that `dueSoon` has just prepared, and probes it while it is in its round. */
export const beside = Effect.fnUntraced(function* (options: {
  readonly name: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly goalMillis: number
}) {
  const { name, folder, env, goalMillis } = options
  const dueAt = (yield* Clock.currentTimeMillis) + startSeconds * 1_000
  const heddle = yield* start(join(folder, "data"), env)
  const account = yield* Effect.promise(() =>
    createAccount(heddle, { plan: "standard" }, `neighbour${dueAt}@example.com`)
  )
  const early = dueAt - beforeMillis - (yield* Clock.currentTimeMillis)
  if (early < 0) return yield* Effect.die(new Error(`${name}: the server was not ready before the round`))
  yield* Effect.sleep(early)
  const before = yield* Effect.promise(() => roundsEnded(heddle))
  const { latencies } = yield* watch(
    { heddle },
    account,
    Effect.as(
      Effect.promise(() =>
        eventually("the round ends", async () => (await roundsEnded(heddle)) > before, longestRoundMillis)
      ),
      {}
    )
  )
  const millis = (yield* Clock.currentTimeMillis) - dueAt
  const { p50, p99, max, probes } = latencies.balance
  yield* Console.log(
    `  ${name.padEnd(52)} round of ${round(millis / 1000)} s   /balance p50 ${round(p50)}, p99 ${round(p99)}, ` +
      `max ${round(max)} ms (${probes} probes)   /healthz p99 ${round(latencies.healthz.p99)}, ` +
      `max ${round(latencies.healthz.max)} ms   goal p99 ${goalMillis} ms: ${p99 < goalMillis ? "met" : "missed"}`
  )
  const figure: Figure = {
    name: "rounds",
    metric: `p99 of /balance, ${name}`,
    value: round(p99),
    unit: "ms",
    peers: {},
    ratio: {},
    sizes: { round_ms: millis, p50_ms: round(p50), max_ms: round(max), probes, goal_ms: goalMillis }
  }
  return figure
}, Effect.scoped)
