/** Addresses of the screens of endpoints, and the pages of the area. */
import type { TextId } from "../text/TextId.ts"
import { deliveriesLink } from "./Deliveries.ts"
import { rulesLink } from "./Rules.ts"

export const endpointsLink = "/webhooks"
export const newEndpointLink = "/webhooks/new"
/** The part of an endpoint's page that sends failed events again. */
export const recoverPart = "recover"

export const endpointLink = (endpointId: string, part?: typeof recoverPart): string =>
  `/webhooks/endpoints/${encodeURIComponent(endpointId)}${part === undefined ? "" : `#${part}`}`

export const webhookPages: ReadonlyArray<{ readonly href: string; readonly label: TextId }> = [
  { href: endpointsLink, label: "endpoints.title" },
  { href: rulesLink, label: "rules.title" },
  { href: deliveriesLink(), label: "deliveries.title" }
]
