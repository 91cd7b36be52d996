/** Evaluates the balance of every account at start and every minute. */
import { Effect } from "effect"
import { background } from "../../runtime/Background.ts"
import { BalanceAlerts, type LookSummary } from "./BalanceAlerts.ts"

/** A look that finds nothing is not worth a line. */
const log = (summary: LookSummary) =>
  summary.lowBalance + summary.runOut + summary.expired > 0
    ? Effect.logInfo("Balance alerts were written").pipe(Effect.annotateLogs({ ...summary }))
    : Effect.void

export const alertTask = background({
  name: "balance alerts",
  role: "maintenance",
  every: "1 minute",
  run: Effect.tap(
    BalanceAlerts.use(({ look }) => look),
    log
  ),
  onStop: "interrupt"
})
