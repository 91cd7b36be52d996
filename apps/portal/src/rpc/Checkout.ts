/** On to the payment provider. A redirect after a form would be blocked by the page's policy; a navigation is not. */
import type { PortalPurchase } from "@heddle/api/portal"

export const payFor = ({ state, checkoutUrl }: Pick<PortalPurchase, "state" | "checkoutUrl">): void => {
  if (state === "pending" && checkoutUrl !== null) location.assign(checkoutUrl)
}

export const isAwaitingPayment = ({ state }: Pick<PortalPurchase, "state">): boolean => state === "pending"
