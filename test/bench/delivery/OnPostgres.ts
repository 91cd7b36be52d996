/** Bursts and paces on PostgreSQL: the product, the floor and the peers in turns. */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Bench, type Burst, burstOfPeer, dueAt, watchBurst } from "./Bursts.ts"
import type { Events } from "./Customers.ts"
import type { Row } from "./DeliveryReport.ts"
import { livePeer, liveProduct, type Pace, scheduledProduct } from "./Paced.ts"
import { type Peer, startPeer } from "./Peers.ts"
import type { Server } from "./Server.ts"

const pollMillis = 50
/** Making an event takes less. */
const preparationMillis = (count: number) => 2_000 + 1.2 * count
const concurrencies = [32, 64, 128, 256]

/** Until all results are recorded. */
const nothingUnfinished: Effect.Effect<void, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT 1 FROM webhook_events WHERE due_at IS NOT NULL AND state <> 'sending'
    UNION ALL SELECT 1 FROM webhook_events WHERE state = 'sending' LIMIT 1`
  if (rows.length === 0) return
  yield* Effect.sleep(pollMillis)
  yield* nothingUnfinished
}).pipe(Effect.orDie)

const burstOfProduct = Effect.fnUntraced(function* (bench: Bench, server: Server, events: Events, count: number) {
  const sql = yield* SqlClient.SqlClient
  const from = (yield* Clock.currentTimeMillis) + preparationMillis(count)
  yield* events.schedule(dueAt(bench.targets, count, from))
  const finished = Effect.provideService(nothingUnfinished, SqlClient.SqlClient, sql)
  return yield* watchBurst(bench, { pid: server.pid, from, count, finished })
})

/** How many requests at a time a peer is fastest with; also warms it up. */
const calibrate = Effect.fnUntraced(function* (bench: Bench, peer: Peer, count: number) {
  let best = { concurrency: 0, rate: 0 }
  for (const concurrency of concurrencies) {
    const { rate } = yield* burstOfPeer(bench, peer, count, concurrency)
    if (rate > best.rate) best = { concurrency, rate }
  }
  return best.concurrency
})

export const warmUp = burstOfProduct

const ways = ["floor", "pg-boss", "graphile-worker"] as const

export interface Calibrated {
  readonly peer: Peer
  readonly concurrency: number
}

/** The other ways, each with the concurrency that is best for it. */
export const startPeers = (bench: Bench, serverUrl: string, count: number) =>
  Effect.forEach(ways, (way) =>
    Effect.gen(function* () {
      const peer = yield* startPeer(way, serverUrl)
      return { peer, concurrency: yield* calibrate(bench, peer, count) } satisfies Calibrated
    })
  )

/** In turns of alternating order, so that other load on the machine affects all alike. */
export const burstsInTurns = Effect.fnUntraced(function* (
  bench: Bench,
  {
    server,
    events,
    peers
  }: { readonly server: Server; readonly events: Events; readonly peers: ReadonlyArray<Calibrated> },
  count: number,
  turns: number
) {
  const product: Array<Burst> = []
  const others = peers.map(({ peer, concurrency }) => ({
    name: peer.name,
    concurrency,
    bursts: new Array<Burst>(),
    burst: burstOfPeer(bench, peer, count, concurrency)
  }))
  for (let turn = 0; turn < turns; turn += 1) {
    product.push(yield* burstOfProduct(bench, server, events, count))
    for (const { bursts, burst } of turn % 2 === 0 ? others : others.toReversed()) bursts.push(yield* burst)
  }
  const rows: ReadonlyArray<Row> = others
  return { product: { name: "product", bursts: product } satisfies Row, others: rows }
})

/** Each pace one way after the other. */
export const pacesOf = Effect.fnUntraced(function* (
  bench: Bench,
  {
    server,
    events,
    peers
  }: { readonly server: Server; readonly events: Events; readonly peers: ReadonlyArray<Calibrated> },
  pace: Pace
) {
  const seen = [
    { name: "product, scheduled", delays: yield* scheduledProduct(bench, server.pid, events, pace) },
    { name: "product, live", delays: yield* liveProduct(bench, server.pid, events, pace) }
  ]
  for (const { peer, concurrency } of peers) {
    if (peer.name === "floor") continue
    seen.push({ name: `${peer.name}, live`, delays: yield* livePeer(bench, peer, pace, concurrency) })
  }
  return seen
})
