/**
 * `npm run bench -- responsiveness`: how the slowest queries delay other callers, on a server with the embedded database.
 *
 * The queries run one after the other, while probes ask `/healthz` (no database) and `/balance` (its one session).
 */
import { Clock, Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { choosePlace, type HeddleProcess, ownCheckout, startHeddle } from "../../support/HeddleProcess.ts"
import { type Account, createAccount } from "../../support/Operator.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"
import { temporaryFolder } from "../Product.ts"
import { absentKeyword, commonKeywords, postLines } from "./Posts.ts"
import { type Latency, probing } from "./Probe.ts"

const goalMillis = 250
const idleSeconds = 5
const partSize = 5_000

const keywords = (...list: ReadonlyArray<string>) => encodeURIComponent(list.join(","))

const slowest: ReadonlyArray<readonly [name: string, path: string]> = [
  ["trend of 10", `/post/keyword-trend?keywords=${keywords(...commonKeywords)}&days=90&include_engagement=true`],
  ["search absent", `/post/search?keywords=${keywords(absentKeyword)}&max_age_hours=2160&sort=likes&limit=500`],
  ["power hours", "/stats/power-hours?days=90"],
  ["follower ladder", "/stats/follower-ladder"],
  ["like ladder", "/stats/like-ladder"]
]

const get = (url: string, apiKey: string) =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` }, signal })
    const text = await response.text()
    if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${text}`)
  })

const ingest = ({ operatorUrl }: HeddleProcess, body: string) =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(`${operatorUrl}/ingest`, { method: "POST", body, signal })
    if (!response.ok) throw new Error(`POST /ingest: ${response.status} ${await response.text()}`)
  })

/** A server on a temporary data folder, with a time limit long enough for the slowest query. */
const server = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const settings = { HEDDLE_RATE_LIMIT: "0", HEDDLE_FREE_STORAGE: "0", HEDDLE_QUERY_TIMEOUT: "110 seconds" }
  return yield* Effect.acquireRelease(
    Effect.promise(async () =>
      startHeddle({ ...(await choosePlace(`${folder}/data`, settings)), checkout: ownCheckout })
    ),
    (heddle) => Effect.promise(() => heddle.stop())
  )
})

/** Runs both probes at once during the work. */
const watching = <A, E, R>({ baseUrl }: HeddleProcess, { apiKey }: Account, during: Effect.Effect<A, E, R>) =>
  Effect.map(
    probing(get(`${baseUrl}/healthz`, apiKey), probing(get(`${baseUrl}/balance`, apiKey), during)),
    ({ value: { value, latency: balance }, latency: healthz }) => ({ value, healthz, balance })
  )

const timed = Effect.fnUntraced(function* <E, R>(effect: Effect.Effect<void, E, R>) {
  const started = yield* Clock.currentTimeMillis
  yield* effect
  return (yield* Clock.currentTimeMillis) - started
})

const formatProbes = (what: string, idle: Latency, busy: Latency) =>
  [["idle", idle] as const, ["busy", busy] as const]
    .map(
      ([when, { p50, p99, max, probes }]) =>
        `${what.padEnd(9)} ${when}  p50 ${p50.toFixed(1).padStart(8)} ms   p99 ${p99.toFixed(1).padStart(8)} ms   max ${max.toFixed(1).padStart(8)} ms   (${probes} probes)`
    )
    .join("\n")

export const responsiveness = Command.make(
  "responsiveness",
  {
    json: jsonFlag,
    posts: Flag.Int("posts").pipe(Flag.withDescription("Posts of 90 days"), Flag.withDefault(100_000)),
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Times that each query runs"), Flag.withDefault(2)),
    seed: Flag.Int("seed").pipe(Flag.withDescription("Of the posts"), Flag.withDefault(1))
  },
  Effect.fn(function* ({ json, posts, rounds, seed }) {
    yield* Console.log(machine())
    const heddle = yield* server
    const until = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const loading = yield* timed(
      Effect.forEach(postLines(posts, seed, until, partSize), (part) => ingest(heddle, part), { discard: true })
    )
    yield* Console.log(`${posts} posts of 90 days, seed ${seed}, embedded database; loaded in ${loading / 1000} s\n`)
    const account = yield* Effect.promise(() => createAccount(heddle, { plan: "standard", credits: 1_000_000 }))
    const idle = yield* watching(heddle, account, Effect.sleep(`${idleSeconds} seconds`))
    const busy = yield* watching(
      heddle,
      account,
      Effect.forEach(
        Array.from({ length: rounds }).flatMap(() => slowest),
        ([name, path]) => Effect.map(timed(get(heddle.baseUrl + path, account.apiKey)), (millis) => ({ name, millis }))
      )
    )
    for (const [name] of slowest) {
      const times = busy.value.filter((query) => query.name === name).map(({ millis }) => `${millis} ms`)
      yield* Console.log(`${name.padEnd(16)} ${times.join(", ")}`)
    }
    yield* Console.log(
      `\n${formatProbes("/healthz", idle.healthz, busy.healthz)}\n${formatProbes("/balance", idle.balance, busy.balance)}`
    )
    yield* Console.log(`goal: p99 under ${goalMillis} ms`)
    const figure = (path: string, before: Latency, after: Latency) => ({
      name: "responsiveness",
      metric: `p99 of ${path} while the slowest queries run`,
      value: round(after.p99),
      unit: "ms",
      peers: { idle: round(before.p99) },
      ratio: { idle: round(after.p99 / before.p99) },
      sizes: {
        posts,
        p50_ms: round(after.p50),
        max_ms: round(after.max),
        slowest_query_ms: Math.max(...busy.value.map(({ millis }) => millis))
      }
    })
    yield* print(json, [figure("/healthz", idle.healthz, busy.healthz), figure("/balance", idle.balance, busy.balance)])
  }, Effect.scoped)
).pipe(Command.withDescription("What others feel of the slowest queries on the embedded database"))
