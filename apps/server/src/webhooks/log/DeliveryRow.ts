/** Rows of the delivery log, as stored and as the API returns them. */
import type { Delivery, DeliveryDetails, DeliveryId, EndpointId, EventId, RuleId } from "@heddle/api"

export interface DeliveryRow {
  readonly id: DeliveryId
  readonly eventId: EventId | null
  readonly endpointId: EndpointId
  readonly ruleId: RuleId | null
  readonly postCode: string | null
  readonly attempt: number
  readonly startedAt: Date
  readonly durationMs: number | null
  readonly outcome: Delivery["outcome"]
  readonly statusCode: number | null
  readonly error: string | null
  readonly faultOwner: Delivery["faultOwner"]
}

type Headers = Readonly<Record<string, string>>

export interface DetailedRow extends DeliveryRow {
  readonly url: string | null
  readonly body: string | null
  readonly requestHeaders: Headers | null
  readonly responseHeaders: Headers | null
  readonly response: string | null
}

export const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: row.id,
  eventId: row.eventId,
  endpointId: row.endpointId,
  ruleId: row.ruleId,
  postCode: row.postCode,
  test: row.eventId === null,
  attempt: row.attempt,
  startedAt: row.startedAt.toISOString(),
  durationMs: row.durationMs,
  outcome: row.outcome,
  statusCode: row.statusCode,
  error: row.error,
  faultOwner: row.faultOwner
})

/** Whoever knows these could act as somebody else. */
const credentials = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"])

const withoutCredentials = (headers: Headers | null): Headers | null =>
  headers === null
    ? null
    : Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase())))

export const detailsOf = (row: DetailedRow): DeliveryDetails => ({
  ...deliveryOf(row),
  request: { url: row.url, headers: withoutCredentials(row.requestHeaders), body: row.body },
  response: row.statusCode === null ? null : { headers: withoutCredentials(row.responseHeaders), body: row.response }
})
