/**
 * `npm run bench -- cluster`: the three nodes of `deploy/cluster` with replica and PgBouncer, under posts that make events
 * and calls that cost credits, while everything fails once that may fail. With `--faults=false`, a soak.
 *
 * Nothing is lost if every post has its events, each delivered under one key; nothing is counted twice if each account has
 * lost what its events and its answers cost. A fault is over when 95 % of the events of a second arrive within 5 s again.
 */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { setTimeout as sleep } from "node:timers/promises"
import { startCluster } from "../../deploy/RunningCluster.ts"
import buildPortal from "../../support/BuildPortal.ts"
import buildServer from "../../support/BuildServer.ts"
import { callApi, metric } from "../../support/Operator.ts"
import { rowsOf, valueOf } from "../../support/Rows.ts"
import { type Arrival } from "../delivery/Receiving.ts"
import { startReceiver } from "../delivery/Receiver.ts"
import { quantile } from "../Quantiles.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"
import { type Fault, happen } from "./Faults.ts"
import { collectingOptions, growth, liveHeap, sample, type Sample } from "./Growth.ts"
import {
  callSteadily,
  eventPrice,
  type Ingested,
  ingestSteadily,
  matches,
  type Nodes,
  type Seen,
  subscribe
} from "./Load.ts"

const drainMillis = 120_000
const recoveredMillis = 5_000
const sampleMillis = 10_000
/** A collection takes the nodes' time, so it is rare. */
const samplesToLiveHeap = 12
const courseMillis = 30_000
const addresses = 50

interface Delivery {
  readonly sent: number
  readonly millis: number
}

const p95 = (all: ReadonlyArray<Delivery>) =>
  quantile(
    all.map(({ millis }) => millis).toSorted((a, b) => a - b),
    0.95
  )

/** p95 of the events whose posts were stored in each second. */
const secondsOf = (deliveries: ReadonlyArray<Delivery>): ReadonlyMap<number, number> => {
  const bySecond = Map.groupBy(deliveries, ({ sent }) => Math.floor(sent / 1_000))
  return new Map([...bySecond].map(([second, all]) => [second, p95(all)]))
}

/** `until` is when the next one begins. */
const describe = ({ name, from, to }: Fault, until: number, seconds: ReadonlyMap<number, number>): string => {
  const after = [...seconds].filter(([second]) => second * 1_000 >= from - 1_000 && second * 1_000 < until - 1_000)
  const worst = Math.max(...after.map(([, millis]) => millis))
  const slow = after.filter(([, millis]) => millis > recoveredMillis).map(([second]) => second * 1_000 + 1_000)
  const last = Math.max(...slow)
  const recovered =
    slow.length === 0
      ? "never above 5 s"
      : last > until - 2_000
        ? "above 5 s until the next fault"
        : `within 5 s again ${Math.max(0, round((last - to) / 1_000))} s after its end`
  return `  ${name}: took ${round((to - from) / 1_000)} s; delivery p95 of the worst second ${round(worst / 1_000)} s, ${recovered}`
}

/** p95 of each half minute, in seconds. */
const course = (deliveries: ReadonlyArray<Delivery>): string => {
  const first = deliveries.reduce((least, { sent }) => Math.min(least, sent), Infinity)
  const parts = Map.groupBy(deliveries, ({ sent }) => Math.floor((sent - first) / courseMillis))
  return [...parts]
    .toSorted(([one], [other]) => one - other)
    .map(([, all]) => round(p95(all) / 1_000))
    .join(" ")
}

const quantiles = (values: ReadonlyArray<number>): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return `p50 ${quantile(sorted, 0.5)}, p95 ${quantile(sorted, 0.95)}, p99 ${quantile(sorted, 0.99)}, worst ${sorted.at(-1) ?? 0} ms`
}

export const cluster = Command.make(
  "cluster",
  {
    json: jsonFlag,
    minutes: Flag.Int("minutes").pipe(Flag.withDescription("Length of the run"), Flag.withDefault(10)),
    rate: Flag.Int("rate").pipe(Flag.withDescription("Events a second"), Flag.withDefault(500)),
    calls: Flag.Int("calls").pipe(Flag.withDescription("Calls a second"), Flag.withDefault(20)),
    faults: Flag.Boolean("faults").pipe(Flag.withDescription("Whether anything fails"), Flag.withDefault(true)),
    release: Flag.String("release").pipe(
      Flag.withDescription("Checkout of an older release, with its packages, from which the nodes are upgraded"),
      Flag.withDefault("")
    )
  },
  Effect.fn(function* ({ json, minutes, rate, calls, faults: fails, release }) {
    buildPortal()
    yield* Effect.promise(buildServer)
    const running = yield* startCluster()
    const receiver = yield* startReceiver(addresses)
    yield* Console.log(
      `${machine()}\n${minutes} min, ${rate} events/s of ${Math.round(rate / matches)} posts/s, ${calls} calls/s, ` +
        `three nodes, a replica, ${running.hasPooler ? "PgBouncer" : "no pooler"}`
    )
    const arrivals: Array<Arrival> = []
    const take = Effect.map(receiver.take, (taken) => void arrivals.push(...taken.arrivals))
    const report = yield* Effect.promise(async () => {
      const places = new Map<string, Awaited<ReturnType<typeof running.placeOf>>>()
      const nodes: Nodes = new Map()
      for (const name of ["api-1", "api-2", "worker"]) {
        const place = await running.placeOf(name, {
          HEDDLE_ROUND_INTERVAL: "1 second",
          HEDDLE_RATE_LIMIT: "0",
          HEDDLE_WEBHOOK_RULE_LANGUAGES: "en",
          ...(fails ? {} : { NODE_OPTIONS: collectingOptions })
        })
        places.set(name, place)
        nodes.set(name, await running.startNode(release === "" ? place : { ...place, checkout: release }))
      }
      const first = nodes.get("api-1")
      if (first === undefined) throw new Error("no node")
      const { customers, endpoints } = await subscribe(first, rate, (index) => receiver.urlOf(index, "now"))
      const began = Date.now()
      const until = began + minutes * 60_000
      const ingested: Ingested = { times: new Map(), waits: [] }
      const seen: Seen = { statuses: new Map(), faults: [], times: [] }
      const samples: Array<Sample> = []
      const over = new AbortController()
      const collect = (async () => {
        for (; !over.signal.aborted; await sleep(1_000)) await Effect.runPromise(take)
      })()
      const watch = (async () => {
        for (let count = 0; Date.now() < until; count++) {
          const live = fails || count % samplesToLiveHeap > 0 ? [] : await liveHeap(nodes)
          samples.push(new Map([...(await sample(nodes, running.primaryUrl)), ...live]))
          await sleep(sampleMillis)
        }
      })().catch(() => undefined)
      const faulty = fails ? happen({ cluster: running, nodes, places }, began, until) : Promise.resolve([])
      await Promise.all([
        ingestSteadily(nodes, { rate, endpoints, until, ingested }),
        callSteadily(nodes, { customers, rate: calls, until, seen }),
        watch
      ])
      const faults = await faulty
      const url = fails ? running.replica.url : running.primaryUrl
      const expected = ingested.times.size * matches
      for (const deadline = Date.now() + drainMillis; Date.now() < deadline; await sleep(1_000)) {
        const left = await valueOf(url, "SELECT count(*) FROM webhook_events WHERE due_at IS NOT NULL")
        if (Number(left) === 0 && new Set(arrivals.map(({ key }) => key)).size >= expected) break
      }
      over.abort()
      await collect
      const events = await rowsOf<{ id: string; rule_id: string; post_code: string }>(
        url,
        "SELECT id, rule_id, post_code FROM webhook_events"
      )
      const wrong: Array<string> = []
      for (const { account, credits, spent } of customers) {
        const node = nodes.get("api-1") ?? first
        const [row] = await rowsOf<{ events: string }>(
          url,
          `SELECT count(*) AS events FROM webhook_events WHERE account_id = '${account.id}'`
        )
        const left = (await callApi(node, account, "GET", "/balance")).data.remaining_credits
        const expected = credits - spent - eventPrice * Number(row?.events)
        if (left !== expected) wrong.push(`${account.id} has ${left} credits instead of ${expected}`)
      }
      const worker = nodes.get("worker")
      const ledger = worker === undefined ? Number.NaN : await metric(worker, "ledger_faults")
      return { ingested, seen, samples, faults, events, wrong, ledger, until }
    })
    const { ingested, seen, samples, faults, events, wrong, ledger, until } = report
    const postOf = new Map(events.map(({ id, post_code }) => [id, post_code]))
    const firsts = new Map<string, number>()
    for (const { key, millis } of arrivals) if (!firsts.has(key)) firsts.set(key, millis)
    const deliveries = [...firsts].flatMap(([key, millis]) => {
      const sent = ingested.times.get(postOf.get(key) ?? "")
      return sent === undefined ? [] : [{ sent, millis: millis - sent }]
    })
    const seconds = secondsOf(deliveries)
    const expected = ingested.times.size * matches
    const names = new Set(events.map(({ rule_id, post_code }) => `${rule_id} ${post_code}`))
    const missing = events.filter(({ id }) => !firsts.has(id)).length
    const repeats = arrivals.length - firsts.size
    const statuses = [...seen.statuses].toSorted().map(([status, count]) => `${status}: ${count}`)
    yield* Console.log(
      [
        `${ingested.times.size} posts; events: ${expected} expected, ${events.length} made (${events.length - names.size} twice), ` +
          `${firsts.size} delivered, ${missing} of those made not, ${repeats} sent again under the same key`,
        `accounts whose credits are not what their events and answers cost: ${wrong.length}; faults of the ledger: ${ledger}`,
        `calls: ${statuses.join(", ")}; ${seen.faults.length} that must not be; until answered ${quantiles(seen.times)}`,
        `batches of a second, until stored: ${quantiles(ingested.waits)}`,
        `from stored to delivered: ${quantiles(deliveries.map(({ millis }) => millis))}`,
        `  p95 of each half minute, s: ${course(deliveries)}`,
        ...faults.map((fault, index) => describe(fault, faults[index + 1]?.from ?? until, seconds)),
        ...(fails ? [] : growth(samples)),
        ...wrong,
        ...[...new Set(seen.faults)].slice(0, 5)
      ].join("\n")
    )
    const bad = expected - firsts.size + missing + events.length - names.size + wrong.length + seen.faults.length
    yield* print(json, [
      {
        name: "cluster",
        metric: "events lost or doubled, calls that failed and accounts charged wrongly",
        value: bad,
        unit: "",
        sizes: { minutes, rate, calls, events: events.length }
      }
    ])
  }, Effect.scoped)
).pipe(Command.withDescription("Three nodes while everything fails once; a soak"))
