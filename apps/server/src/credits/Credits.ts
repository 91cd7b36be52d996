/** The layer and background tasks of this folder. */
import { Effect, Layer } from "effect"
import { AlertSettings } from "./alerts/AlertSettings.ts"
import { alertTask, BalanceAlerts } from "./alerts/BalanceAlerts.ts"
import { RecentRefusals } from "./alerts/RecentRefusals.ts"
import { CallerStates } from "./ledger/CallerStates.ts"
import { abandonedHoldsTask } from "./ledger/AbandonedHoldsTask.ts"
import { Grants } from "./ledger/Grants.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { LedgerAudit } from "./ledger/LedgerAudit.ts"
import { ledgerAuditTask } from "./ledger/LedgerAuditTask.ts"
import { BalanceOutlook } from "./usage/BalanceOutlook.ts"
import { FreeStorage } from "./usage/FreeStorage.ts"
import { UsageDays, usageDaysTask } from "./usage/UsageDays.ts"
import { UsageReports } from "./usage/UsageReports.ts"
import { UsageRecorder } from "./usage/UsageRecorder.ts"
import { UsageRetention, usageRetentionTask } from "./usage/UsageRetention.ts"
import { Usage } from "./usage/Usage.ts"

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
  Layer.provideMerge(UsageDays.layer),
  Layer.provideMerge(UsageRecorder.layer),
  Layer.provideMerge(FreeStorage.layer),
  Layer.provideMerge(Layer.mergeAll(Ledger.layer, Grants.layer, CallerStates.layer)),
  Layer.provideMerge(Layer.mergeAll(AlertSettings.layer, RecentRefusals.layer))
)
