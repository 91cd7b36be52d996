/** The price list: what every operation and every webhook event costs. */
import { operations } from "./Operations.ts"
import { perEvent } from "./Prices.ts"

/** One event per matching post and rule (service.md, "Delivery"). */
const webhookEvent = perEvent(20, "event sent, once per post and rule")

/** Credits per webhook event sent. */
export const webhookEventPrice = webhookEvent.credits

export interface PriceListRow {
  /** An operation such as `GET /post/search`, or the name of something billed without a call. */
  readonly what: string
  readonly apiType: string
  /** The price in words. */
  readonly text: string
}

export const priceList: ReadonlyArray<PriceListRow> = [
  ...operations.map(({ endpoint, apiType, price }) => ({
    what: `${endpoint.method} ${endpoint.path.replaceAll(/:([a-z_]+)/g, "{$1}")}`,
    apiType,
    text: price.text
  })),
  { what: "webhook event", apiType: "webhook", text: webhookEvent.text }
]
