/** What metrics share: the bounds of histograms, and metrics with labels that are used often. */
import { Metric } from "effect"

/** Bounds of histograms of what takes from milliseconds to a minute, in seconds. */
export const latencyBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const

/**
 * The metric with these labels, by their values. Looking one up by its attributes costs more than using it. Every label
 * must have few values, whatever clients send.
 */
export const labelled = <const Names extends ReadonlyArray<string>, Input, State>(
  metric: Metric.Metric<Input, State>,
  ...names: Names
) => {
  const known = new Map<string, Metric.Metric<Input, State>>()
  return (...values: { readonly [Index in keyof Names]: string }): Metric.Metric<Input, State> => {
    const key = values.join("\n")
    const found =
      known.get(key) ??
      Metric.withAttributes(metric, Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])))
    known.set(key, found)
    return found
  }
}
