/** The procedures that this server answers. */
import { PortalRpcs } from "@heddle/api/portal"

export const ServedRpcs = PortalRpcs.omit(
  "RecentKeyUse",
  "SummarizeUsage",
  "ListUsage",
  "ListUsageNames",
  "UpdateRule",
  "WatchDeliveries",
  "ChangeEmail",
  "ChangePassword",
  "ListSessions",
  "EndSession",
  "EndOtherSessions",
  "StartPasskey",
  "AddPasskey",
  "DeletePasskey",
  "StartOneTimeCodes",
  "ConfirmOneTimeCodes",
  "StopOneTimeCodes",
  "ShowNotices",
  "ChangeNotices",
  "ListAudit",
  "CloseAccount"
)
