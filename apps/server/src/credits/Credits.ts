/** The layer and background tasks of this folder. */
import { Effect, Layer } from "effect"
import { background } from "../runtime/Background.ts"
import { AlertSettings } from "./alerts/AlertSettings.ts"
import { alertTask, BalanceAlerts } from "./alerts/BalanceAlerts.ts"
import { RecentRefusals } from "./alerts/RecentRefusals.ts"
import { CallerStates } from "./ledger/CallerStates.ts"
import { Grants } from "./ledger/Grants.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { LedgerAudit, ledgerAuditTask } from "./ledger/LedgerAudit.ts"
import { BalanceOutlook } from "./usage/BalanceOutlook.ts"
import { FreeStorage } from "./usage/FreeStorage.ts"
import { Pace } from "./usage/Pace.ts"
import { Usage } from "./usage/Usage.ts"
import { UsageDays, usageDaysTask } from "./usage/UsageDays.ts"
import { UsageRecorder } from "./usage/UsageRecorder.ts"
import { UsageReports } from "./usage/UsageReports.ts"
import { UsageRetention, usageRetentionTask } from "./usage/UsageRetention.ts"

/** Returns the credits that calls of dead processes held, seconds after the death instead of at the holds' deadline. */
const abandonedHoldsTask = background({
  name: "abandoned holds",
  role: "api",
  every: "2 seconds",
  run: Ledger.use(({ releaseAbandoned }) => releaseAbandoned),
  onStop: "interrupt"
})

export const creditsTasks = Effect.all([
  abandonedHoldsTask,
  alertTask,
  ledgerAuditTask,
  usageRetentionTask,
  usageDaysTask
])

export const CreditsLayer = Layer.mergeAll(
  Usage.layer,
  BalanceOutlook.layer,
  UsageReports.layer,
  BalanceAlerts.layer,
  LedgerAudit.layer,
  UsageRetention.layer
).pipe(
  Layer.provideMerge(Pace.layer),
  Layer.provideMerge(UsageDays.layer),
  Layer.provideMerge(UsageRecorder.layer),
  Layer.provideMerge(FreeStorage.layer),
  Layer.provideMerge(Layer.mergeAll(Ledger.layer, Grants.layer, CallerStates.layer)),
  Layer.provideMerge(Layer.mergeAll(AlertSettings.layer, RecentRefusals.layer))
)
