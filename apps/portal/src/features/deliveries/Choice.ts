/** Events of a page that are chosen to be sent again. Pure. */
import { type EventId, type EventStatus, type LoggedDelivery, webhookEventPrice } from "@heddle/api/portal"

export interface Candidate {
  readonly eventId: EventId
  readonly status: EventStatus
  readonly row: LoggedDelivery
}

/** Each event of the page that can be sent again, once, however many of its attempts are shown. */
export const candidatesOf = (rows: ReadonlyArray<LoggedDelivery>): ReadonlyArray<Candidate> => {
  const found = new Map<EventId, Candidate>()
  for (const row of rows) {
    const { eventId } = row.delivery
    if (eventId === null || row.event?.resendable !== true || found.has(eventId)) continue
    found.set(eventId, { eventId, status: row.event, row })
  }
  return [...found.values()]
}

/** What sending them again costs: only the charges that were returned. */
export const costOf = (chosen: ReadonlyArray<Candidate>) => {
  const refunded = chosen.filter(({ status }) => status.cost === 0).length
  return { refunded, credits: refunded * webhookEventPrice }
}
