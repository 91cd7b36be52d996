/** Addresses of the screens. */

export const connectionsLink = "/connections"
export const keysLink = "/keys"
export const creditsLink = "/credits"
export const usagePath = "/usage"

export const endpointsLink = "/webhooks"
export const newEndpointLink = "/webhooks/new"
/** The part of an endpoint's page that sends failed events again. */
export const recoverPart = "recover"

export const endpointLink = (endpointId: string, part?: typeof recoverPart): string =>
  `/webhooks/endpoints/${encodeURIComponent(endpointId)}${part === undefined ? "" : `#${part}`}`

export const rulesLink = "/webhooks/rules"

export const ruleLink = (ruleId: string): string => `${rulesLink}/${encodeURIComponent(ruleId)}`

export const newRuleLink = (endpointId: string): string => `${rulesLink}/new?endpoint=${encodeURIComponent(endpointId)}`

/** The rules of one endpoint. */
export const rulesOfLink = (endpointId: string): string => `${rulesLink}?endpoint=${encodeURIComponent(endpointId)}`

/** Why a post did or did not fire a rule. */
export const explainLink = (ruleId: string, post: string): string =>
  `${ruleLink(ruleId)}?post=${encodeURIComponent(post)}`

const deliveryPath = "/webhooks/deliveries"

/** Names of filters in the address. */
export interface DeliverySearch {
  readonly endpoint?: string
  readonly rule?: string
  readonly event?: string
  readonly post?: string
  readonly outcome?: "delivered" | "failed" | "sending"
  readonly status?: string
  readonly from?: string
  readonly to?: string
  readonly cursor?: string
}

/** The delivery log, filtered. */
export const deliveriesLink = (search: DeliverySearch = {}): string => {
  const text = new URLSearchParams({ ...search }).toString()
  return text === "" ? deliveryPath : `${deliveryPath}?${text}`
}

export const deliveryLink = (deliveryId: string): string => `${deliveryPath}/${encodeURIComponent(deliveryId)}`
