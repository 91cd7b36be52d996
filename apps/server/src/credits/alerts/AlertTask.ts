/** Evaluates every account's balance at start and then every minute. */
import { Effect } from "effect"
import { background } from "../../runtime/Background.ts"
import { BalanceAlerts, type AlertSummary } from "./BalanceAlerts.ts"

const logIfAny = (summary: AlertSummary) =>
  summary.lowBalance + summary.runOut + summary.expired > 0
    ? Effect.logInfo("Queued balance alerts").pipe(Effect.annotateLogs({ ...summary }))
    : Effect.void

export const alertTask = background({
  name: "balance alerts",
  role: "maintenance",
  every: "1 minute",
  run: Effect.tap(
    BalanceAlerts.use(({ evaluate }) => evaluate),
    logIfAny
  ),
  onStop: "interrupt"
})
