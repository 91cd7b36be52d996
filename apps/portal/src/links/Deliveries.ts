/** Addresses of the screens of deliveries. */

export const deliveryPath = "/webhooks/deliveries"

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
