/** The bursts on PostgreSQL: the product, the floor and the peers in turns. */
import { Clock, Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { median } from "../Quantiles.ts"
import { round } from "../Report.ts"
import { type Bench, type Burst, burstOfPeer, dueAt, watchBurst } from "./Bursts.ts"
import type { makeEvents } from "./Customers.ts"
import type { Peer } from "./Peers.ts"
import type { Server } from "./Server.ts"

const pollMillis = 50
/** Making an event takes less. */
const preparationMillis = (count: number) => 3_000 + 2 * count
const concurrencies = [32, 64, 128, 256]

/** Until all results are recorded. */
const nothingUnfinished: Effect.Effect<void, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM webhook_events WHERE due_at IS NOT NULL LIMIT 1`
  if (rows.length === 0) return
  yield* Effect.sleep(pollMillis)
  yield* nothingUnfinished
}).pipe(Effect.orDie)

export const burstOfProduct = Effect.fnUntraced(function* (
  bench: Bench,
  server: Server,
  make: ReturnType<typeof makeEvents>,
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const from = (yield* Clock.currentTimeMillis) + preparationMillis(count)
  yield* make(dueAt(bench.targets, count, from))
  const finished = Effect.provideService(nothingUnfinished, SqlClient.SqlClient, sql)
  return yield* watchBurst(bench, { pid: server.pid, from, count, finished })
})

/** How many requests at a time a peer is fastest with; also warms it up. */
export const calibrate = Effect.fnUntraced(function* (bench: Bench, peer: Peer, count: number) {
  let best = { concurrency: 0, rate: 0 }
  for (const concurrency of concurrencies) {
    const { rate } = yield* burstOfPeer(bench, peer, count, concurrency)
    if (rate > best.rate) best = { concurrency, rate }
  }
  return best.concurrency
})

export interface Row {
  readonly name: string
  readonly bursts: ReadonlyArray<Burst>
  readonly concurrency: number | undefined
}

const figures = ["rate", "senderMicros", "postgresMicros", "receiverMicros"] as const

export const medianBurst = ({ bursts }: Row): Burst => {
  const of = (figure: (typeof figures)[number]) => median(bursts.map((burst) => burst[figure]))
  return {
    rate: of("rate"),
    senderMicros: of("senderMicros"),
    postgresMicros: of("postgresMicros"),
    receiverMicros: of("receiverMicros")
  }
}

export const printRow = (row: Row) => {
  const { rate, senderMicros, postgresMicros, receiverMicros } = medianBurst(row)
  const rates = row.bursts.map((burst) => burst.rate)
  const micros = (value: number) => `${Math.round(value).toString().padStart(5)} µs`
  return Console.log(
    `  ${row.name.padEnd(18)} ${Math.round(rate).toString().padStart(6)}/s (${Math.round(Math.min(...rates))} to ` +
      `${Math.round(Math.max(...rates))})   CPU an event: sender ${micros(senderMicros)}, PostgreSQL ` +
      `${micros(postgresMicros)}, receiver ${micros(receiverMicros)}` +
      (row.concurrency === undefined ? "" : `   ${row.concurrency} at a time`)
  )
}

export const ratioOf = (product: Row, other: Row): number =>
  round(medianBurst(product).rate / medianBurst(other).rate, 2)
