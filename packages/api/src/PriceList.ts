/** The price list: what every operation and every webhook event costs. */
import { operations } from "./Operations.ts"
import { webhookEvent } from "./Prices.ts"

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
