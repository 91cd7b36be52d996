/** What of a page of events a stream sends now. Pure. */
import { listening } from "@heddle/api"
import type { EventId } from "../../runtime/Ids.ts"
import { lowerCased } from "../delivery/LoggedHeaders.ts"
import { headersOf } from "../delivery/Sender.ts"
import type { EndpointAddress } from "../management/Endpoints.ts"
import { type Page, pageSize, type SequenceRange, type StreamRow } from "./ListenerRows.ts"

export interface FrozenEvent {
  readonly id: EventId
  readonly sequence: number
  readonly attempt: number
  readonly body: string
}

interface Next {
  readonly events: ReadonlyArray<FrozenEvent>
  /** Events that never had a body or have none any more, and those that no longer exist. */
  readonly passed: ReadonlyArray<SequenceRange>
  /** The last sequence that was sent or passed over. */
  readonly position: number
  /** Whether there may be more to read at once. */
  readonly more: boolean
  /** The events where it stopped, whose bodies do not exist yet. */
  readonly unfrozen: ReadonlyArray<EventId>
}

const isUnfrozen = ({ body, finished, attempt }: StreamRow) => body === null && !finished && attempt === 0

/** Stops at the first event whose body does not exist yet, and where too many wait to be acknowledged. */
export const nextOf = ({ floor, rows }: Page, after: number): Next => {
  const events: Array<FrozenEvent> = []
  const passed: Array<SequenceRange> = []
  let position = after
  for (const row of rows) {
    const { sequence, id, attempt, body, acknowledged } = row
    const stopped = { events, passed, position, more: false }
    if (!acknowledged && sequence > floor + listening.maxUnacknowledged) return { ...stopped, unfrozen: [] }
    if (!acknowledged && isUnfrozen(row)) {
      return { ...stopped, unfrozen: rows.filter((one) => !one.acknowledged && isUnfrozen(one)).map(({ id }) => id) }
    }
    // Sequences have no gaps, so an event that is missing was deleted.
    if (sequence > position + 1) passed.push({ from: position + 1, to: sequence - 1 })
    if (!acknowledged) {
      if (body === null) passed.push({ from: sequence, to: sequence })
      else events.push({ id, sequence, attempt, body })
    }
    position = sequence
  }
  return { events, passed, position, more: rows.length === pageSize, unfrozen: [] }
}

/** A copy of the request that a delivery sends, signed now. */
export const deliveryCopy = (
  { id, attempt, body }: FrozenEvent,
  { secrets, standardWebhooks }: EndpointAddress,
  unixSeconds: number
): listening.StreamedDelivery => ({
  headers: lowerCased(
    headersOf(
      // No attempt has begun while the endpoint is left alone.
      { secrets, standardWebhooks, id, attempt: Math.max(1, attempt), idempotencyKey: id },
      new TextEncoder().encode(body),
      unixSeconds
    )
  ),
  body
})
