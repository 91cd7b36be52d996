/** What `delivery` prints. */
import { Console } from "effect"
import { median } from "../Quantiles.ts"
import { type Figure, round } from "../Report.ts"
import type { Burst } from "./Bursts.ts"
import type { Delays, Pace } from "./Paced.ts"

export interface Row {
  readonly name: string
  readonly bursts: ReadonlyArray<Burst>
  /** Jobs at a time, of the ways that have a choice. */
  readonly concurrency?: number
}

export const rateOf = ({ bursts }: Row): number => median(bursts.map(({ rate }) => rate))

const micros = (value: number): string => `${Math.round(value).toString().padStart(5)} µs`

export const printRow = (row: Row) => {
  const of = (figure: "senderMicros" | "postgresMicros" | "receiverMicros") =>
    micros(median(row.bursts.map((burst) => burst[figure])))
  const rates = row.bursts.map(({ rate }) => rate)
  return Console.log(
    `  ${row.name.padEnd(18)} ${Math.round(rateOf(row)).toString().padStart(6)}/s (${Math.round(Math.min(...rates))} to ` +
      `${Math.round(Math.max(...rates))})   CPU an event: sender ${of("senderMicros")}, PostgreSQL ` +
      `${of("postgresMicros")}, receiver ${of("receiverMicros")}` +
      (row.concurrency === undefined ? "" : `   ${row.concurrency} at a time`)
  )
}

export const printDelays = (name: string, { rate }: Pace, delays: Delays) =>
  Console.log(
    `  ${name.padEnd(18)} ${String(rate).padStart(5)}/s   p50 ${round(delays.p50)}, p95 ${round(delays.p95)}, ` +
      `p99 ${round(delays.p99)}, max ${round(delays.max)} ms   CPU an event: sender ${micros(delays.senderMicros)}, ` +
      `PostgreSQL ${micros(delays.postgresMicros)}`
  )

type Sizes = Figure["sizes"]

export const burstFigure = (database: string, product: Row, others: ReadonlyArray<Row>, sizes: Sizes): Figure => {
  const peers = others.filter(({ name }) => name !== "floor").map(rateOf)
  const floor = others.filter(({ name }) => name === "floor").map(rateOf)
  const rate = rateOf(product)
  return {
    name: "delivery",
    metric: `events of a burst, ${database}`,
    value: Math.round(rate),
    unit: "events/s",
    peers: Object.fromEntries(others.map((row) => [row.name, Math.round(rateOf(row))])),
    ratio: {
      ...(peers.length > 0 ? { better_peer: round(rate / Math.max(...peers), 2) } : {}),
      ...(floor.length > 0 ? { floor: round(rate / Math.max(...floor), 2) } : {})
    },
    sizes
  }
}

export const delayFigure = (name: string, { rate, seconds }: Pace, delays: Delays): Figure => ({
  name: "delivery",
  metric: `p95 from due to received at ${rate}/s, ${name}`,
  value: round(delays.p95),
  unit: "ms",
  sizes: { seconds, p50_ms: round(delays.p50), p99_ms: round(delays.p99), max_ms: round(delays.max) }
})
