/** What `rounds` prints. */
import { Console } from "effect"
import { median } from "../Quantiles.ts"
import { type Figure, round } from "../Report.ts"
import type { MeasuredRound } from "./RoundProcess.ts"

export interface Row {
  readonly name: string
  readonly rounds: ReadonlyArray<MeasuredRound>
  readonly goalMillis?: number | undefined
  /** In a process that does other things too, so that its memory says nothing. */
  readonly shared?: boolean
}

const of = (rounds: ReadonlyArray<MeasuredRound>, figure: keyof MeasuredRound): number =>
  median(rounds.map((one) => one[figure]))

const spread = (values: ReadonlyArray<number>): string =>
  values.length < 2 ? "" : ` (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`

const verdict = (millis: number, goalMillis: number | undefined): string =>
  goalMillis === undefined ? "" : `   goal ${goalMillis} ms: ${millis < goalMillis ? "met" : "missed"}`

const memory = (rounds: ReadonlyArray<MeasuredRound>): string =>
  `, heap ${Math.round(of(rounds, "heapMiB"))}, RSS ${Math.round(of(rounds, "rssMiB"))}, peak ` +
  `${Math.round(of(rounds, "peakRssMiB"))} MiB`

export const printRow = ({ name, rounds, goalMillis, shared = false }: Row) => {
  const millis = rounds.map((one) => one.millis)
  return Console.log(
    `  ${name.padEnd(44)} ${Math.round(median(millis)).toString().padStart(7)} ms${spread(millis).padEnd(18)}` +
      ` CPU ${Math.round(of(rounds, "cpuMillis"))} ms, ${of(rounds, "posts")} posts read, ${of(rounds, "events")} events,` +
      ` longest stall ${Math.round(Math.max(...rounds.map((one) => one.stallMillis)))} ms` +
      `${shared ? "" : memory(rounds)}${verdict(median(millis), goalMillis)}`
  )
}

/** A floor, or a peer that was measured with a part of the posts and is scaled to all of them. */
export const printOther = (
  name: string,
  seen: ReadonlyArray<{ readonly millis: number; readonly count: number }>,
  scale: number
) => {
  const millis = seen.map((one) => one.millis * scale)
  return Console.log(
    `  ${name.padEnd(44)} ${Math.round(median(millis)).toString().padStart(7)} ms${spread(millis).padEnd(18)}` +
      (scale === 1 ? ` ${seen[0]?.count} rows` : ` measured with 1/${scale} of the posts, ${seen[0]?.count} matches`)
  )
}

export const figureOf = (
  { name, rounds, goalMillis, shared = false }: Row,
  peers: Readonly<Record<string, number>> = {}
): Figure => {
  const millis = median(rounds.map((one) => one.millis))
  return {
    name: "rounds",
    metric: name,
    value: Math.round(millis),
    unit: "ms",
    peers: Object.fromEntries(Object.entries(peers).map(([peer, of]) => [peer, Math.round(of)])),
    ratio: Object.fromEntries(Object.entries(peers).map(([peer, of]) => [peer, round(of / millis, 2)])),
    sizes: {
      posts_read: of(rounds, "posts"),
      events: of(rounds, "events"),
      cpu_ms: Math.round(of(rounds, "cpuMillis")),
      longest_stall_ms: Math.round(Math.max(...rounds.map((one) => one.stallMillis))),
      ...(shared
        ? {}
        : {
            heap_mib: Math.round(of(rounds, "heapMiB")),
            rss_mib: Math.round(of(rounds, "rssMiB")),
            peak_rss_mib: Math.round(of(rounds, "peakRssMiB"))
          }),
      ...(goalMillis === undefined ? {} : { goal_ms: goalMillis })
    }
  }
}
