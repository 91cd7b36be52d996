/** Output of the MCP benchmark. */
import { Console } from "effect"
import { median } from "../Quantiles.ts"
import { type Figure, round } from "../Report.ts"
import type { Interface } from "./Calls.ts"
import type { Compared } from "./Loads.ts"

type Sizes = Readonly<Record<string, number | string>>

const spread = (values: ReadonlyArray<number>, digits: number): string =>
  [Math.min(...values), median(values), Math.max(...values)].map((value) => value.toFixed(digits)).join(" / ")

/** What one tool and kind of credential took, by turn. */
export interface Measured {
  readonly tool: string
  readonly credential: string
  readonly pairs: ReadonlyArray<Compared>
  readonly rates: Readonly<Record<Interface, ReadonlyArray<number>>>
}

const quantileLine = (name: string, over: Interface, pairs: ReadonlyArray<Compared>): string => {
  const [p50, p95] = (["p50", "p95"] as const).map((share) =>
    spread(
      pairs.map((pair) => pair[share][over]),
      2
    )
  )
  return `${name.padEnd(6)} p50 ${p50} ms, p95 ${p95} ms`
}

const ratioOf = ({ rates }: Measured): ReadonlyArray<number> =>
  rates.MCP.map((rate, turn) => rate / (rates.REST[turn] ?? Number.NaN))

export const printMeasured = (measured: Measured, callers: number) => {
  const { tool, credential, pairs, rates } = measured
  return Console.log(
    [
      `\n${tool} with a ${credential}; min / median / max of the turns`,
      quantileLine("REST", "REST", pairs),
      quantileLine("MCP", "MCP", pairs),
      `overhead of a call, median of the pairs: ${spread(
        pairs.map(({ overhead }) => overhead),
        2
      )} ms`,
      `${callers} callers: REST ${spread(rates.REST, 0)}/s, MCP ${spread(rates.MCP, 0)}/s; MCP / REST ${spread(ratioOf(measured), 2)}`
    ].join("\n")
  )
}

/** The overhead comes last. */
export const figuresOf = (measured: Measured, callers: number, sizes: Sizes): ReadonlyArray<Figure> => {
  const { tool, credential, pairs, rates } = measured
  const at = (share: "p50" | "p95", over: Interface) => round(median(pairs.map((pair) => pair[share][over])), 2)
  return [
    {
      name: "mcp",
      metric: `${tool} with a ${credential}, ${callers} callers`,
      value: round(median(rates.MCP), 0),
      unit: "calls/s",
      peers: { rest: round(median(rates.REST), 0) },
      ratio: { rest: round(median(ratioOf(measured)), 3) },
      sizes
    },
    {
      name: "mcp",
      metric: `${tool} with a ${credential}, overhead over REST`,
      value: round(median(pairs.map(({ overhead }) => overhead)), 2),
      unit: "ms",
      peers: { rest_p50_ms: at("p50", "REST"), rest_p95_ms: at("p95", "REST") },
      ratio: { rest: round(at("p50", "MCP") / at("p50", "REST"), 3) },
      sizes: { ...sizes, mcp_p50_ms: at("p50", "MCP"), mcp_p95_ms: at("p95", "MCP") }
    }
  ]
}
