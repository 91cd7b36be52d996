/**
 * The portal's procedures, which its browser code calls and the server answers. Apart from the API's contract, because
 * only the portal uses them and its bundle must not load what it does not need.
 */
import { AccountRpcs } from "./Account.ts"
import { BillingRpcs } from "./Billing.ts"
import { DeliveryRpcs } from "./Deliveries.ts"
import { KeyRpcs } from "./Keys.ts"
import { PlaygroundRpcs } from "./Playground.ts"
import { StatusRpcs } from "./Status.ts"
import { UsageRpcs } from "./Usage.ts"
import { WebhookRpcs } from "./Webhooks.ts"

export * from "./Account.ts"
export * from "./Billing.ts"
export * from "./Deliveries.ts"
export * from "./Keys.ts"
export * from "./Playground.ts"
export * from "./PortalSession.ts"
export * from "./Status.ts"
export * from "./Usage.ts"
export * from "./WebhookRecords.ts"
export * from "./Webhooks.ts"

export class PortalRpcs extends KeyRpcs.merge(
  UsageRpcs,
  WebhookRpcs,
  DeliveryRpcs,
  BillingRpcs,
  AccountRpcs,
  PlaygroundRpcs,
  StatusRpcs
) {}
