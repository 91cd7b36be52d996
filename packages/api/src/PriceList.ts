/** The price list: what every operation and every webhook event costs. */
import { operations } from "./Families.ts"
import { documentPath } from "./openapi/Documented.ts"
import { webhookEvent } from "./Prices.ts"

export interface PriceListRow {
  /** An operation such as `GET /post/search`, or the name of something billed without a call. */
  readonly what: string
  readonly apiType: string
  /** The price in words. */
  readonly text: string
}

interface Listed {
  readonly apiType: string
  readonly price: { readonly text: string }
  readonly endpoint: { readonly method: string; readonly path: string }
}

export const pricesOf = (operations: ReadonlyArray<Listed>): ReadonlyArray<PriceListRow> =>
  operations.map(({ endpoint, apiType, price }) => ({
    what: `${endpoint.method} ${documentPath(endpoint.path)}`,
    apiType,
    text: price.text
  }))

export const priceList: ReadonlyArray<PriceListRow> = [
  ...pricesOf(operations),
  { what: "webhook event", apiType: "webhook", text: webhookEvent.text }
]
