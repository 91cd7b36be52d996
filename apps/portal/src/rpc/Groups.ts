/**
 * Where each procedure is declared. A group is downloaded with the first call of one of its procedures, so that the
 * first screen brings only the schemas it needs.
 */
import type { PortalRpcs } from "@heddle/api/portal"
import { Effect } from "effect"
import { type Rpc, RpcClient, type RpcClientError, type RpcGroup } from "effect/rpc"

export type PortalClient = RpcClient.RpcClient<RpcGroup.Rpcs<typeof PortalRpcs>, RpcClientError.RpcClientError>
export type Procedure = keyof PortalClient

const clientOf = <R extends Rpc.Any>(load: () => Promise<RpcGroup.RpcGroup<R>>) =>
  Effect.flatMap(Effect.promise(load), (group) => RpcClient.make(group, { disableTracing: true }))

export const clients = {
  account: clientOf(() => import("@heddle/api/portal/Account").then(({ AccountRpcs }) => AccountRpcs)),
  billing: clientOf(() => import("@heddle/api/portal/Billing").then(({ BillingRpcs }) => BillingRpcs)),
  deliveries: clientOf(() => import("@heddle/api/portal/Deliveries").then(({ DeliveryRpcs }) => DeliveryRpcs)),
  keys: clientOf(() => import("@heddle/api/portal/Keys").then(({ KeyRpcs }) => KeyRpcs)),
  playground: clientOf(() => import("@heddle/api/portal/Playground").then(({ PlaygroundRpcs }) => PlaygroundRpcs)),
  status: clientOf(() => import("@heddle/api/portal/Status").then(({ StatusRpcs }) => StatusRpcs)),
  usage: clientOf(() => import("@heddle/api/portal/Usage").then(({ UsageRpcs }) => UsageRpcs)),
  webhooks: clientOf(() => import("@heddle/api/portal/Webhooks").then(({ WebhookRpcs }) => WebhookRpcs))
} as const
export type GroupName = keyof typeof clients

/** The compiler finds what is missing, a test what is in the wrong group. */
export const homes: Readonly<Record<Procedure, GroupName>> = {
  Me: "account",
  ListConnections: "account",
  Disconnect: "account",
  ChangeEmail: "account",
  ChangePassword: "account",
  ListSessions: "account",
  EndSession: "account",
  EndOtherSessions: "account",
  StartPasskey: "account",
  AddPasskey: "account",
  DeletePasskey: "account",
  StartOneTimeCodes: "account",
  ConfirmOneTimeCodes: "account",
  StopOneTimeCodes: "account",
  ShowNotices: "account",
  ChangeNotices: "account",
  ListAudit: "account",
  CloseAccount: "account",
  ShowPlan: "billing",
  ListPurchases: "billing",
  BuyPlan: "billing",
  BuyCredits: "billing",
  CancelPlan: "billing",
  ResumePlan: "billing",
  OpenCustomerPortal: "billing",
  ListDeliveries: "deliveries",
  ShowDelivery: "deliveries",
  ResendDelivery: "deliveries",
  WatchDeliveries: "deliveries",
  ListKeys: "keys",
  CreateKey: "keys",
  ChangeKey: "keys",
  RotateKey: "keys",
  DeleteKey: "keys",
  RecentKeyUse: "keys",
  ListOperations: "playground",
  EstimateCall: "playground",
  RunCall: "playground",
  ShowStatus: "status",
  Balance: "usage",
  SummarizeUsage: "usage",
  ListUsage: "usage",
  ListUsageNames: "usage",
  ListEndpoints: "webhooks",
  CreateEndpoint: "webhooks",
  EndpointUse: "webhooks",
  DeleteEndpoint: "webhooks",
  RotateSecret: "webhooks",
  TestEndpoint: "webhooks",
  ListRules: "webhooks",
  CreateRule: "webhooks",
  UpdateRule: "webhooks",
  DeleteRule: "webhooks",
  PreviewRule: "webhooks",
  BacktestRule: "webhooks",
  ExplainRule: "webhooks",
  CountRecoverable: "webhooks",
  RecoverEndpoint: "webhooks",
  ListRecoveries: "webhooks",
  CancelRecovery: "webhooks"
}

export const isProcedure = (name: PropertyKey): name is Procedure => Object.hasOwn(homes, name)

/** Procedures that answer with a stream. */
export const isStreaming = (procedure: Procedure): boolean => procedure === "WatchDeliveries"
