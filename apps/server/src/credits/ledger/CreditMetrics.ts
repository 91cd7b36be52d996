/** Credits that this process moves, by kind: the API type of a call, or `webhook`. */
import { Effect, Metric } from "effect"
import { labelled } from "../../runtime/MetricLabels.ts"

const byKind = (name: string, description: string) =>
  labelled(Metric.counter(name, { description, incremental: true }), "kind")

const held = byKind("credits_held_total", "Credits that calls and webhook events held, the most that they could cost")
const charged = byKind("credits_charged_total", "Credits charged for calls and webhook events")
const refused = byKind("credit_refusals_total", "Calls (402) and webhook events that were refused for lack of credits")

const counting =
  (metricOf: ReturnType<typeof byKind>) =>
  (kind: string, amount: number): Effect.Effect<void> =>
    amount > 0 ? Metric.update(metricOf(kind), amount) : Effect.void

export const countHeld = counting(held)
export const countCharged = counting(charged)
export const countRefused = counting(refused)
