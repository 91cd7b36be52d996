/** The procedures that this server answers. */
import { PortalRpcs } from "@heddle/api/portal"

export const ServedRpcs = PortalRpcs.omit(
  "RecentKeyUse",
  "SummarizeUsage",
  "ListUsage",
  "ListUsageNames",
  "CreateEndpoint",
  "EndpointUse",
  "DeleteEndpoint",
  "RotateSecret",
  "TestEndpoint",
  "ListRules",
  "CreateRule",
  "UpdateRule",
  "DeleteRule",
  "PreviewRule",
  "BacktestRule",
  "ExplainRule",
  "RecoverEndpoint",
  "ListRecoveries",
  "CancelRecovery",
  "ShowDelivery",
  "ResendDelivery",
  "WatchDeliveries",
  "OpenCustomerPortal",
  "ListOperations",
  "EstimateCall",
  "RunCall",
  "ShowStatus"
)
