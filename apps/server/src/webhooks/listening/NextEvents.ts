/** What of a page of events a stream sends now. Pure. */
import { listening } from "@heddle/api"
import type { FrozenEvent } from "./DeliveryCopy.ts"
import { type Page, pageSize, type SequenceRange } from "./ListenerRows.ts"

interface Next {
  readonly events: ReadonlyArray<FrozenEvent>
  /** Events that never had a body or have none any more, and those that no longer exist. */
  readonly passed: ReadonlyArray<SequenceRange>
  /** The last sequence that was sent or passed over. */
  readonly position: number
  /** Whether there may be more to read at once. */
  readonly more: boolean
}

/** Stops at the first event whose body does not exist yet, and where too many wait to be acknowledged. */
export const nextOf = ({ floor, rows }: Page, after: number): Next => {
  const events: Array<FrozenEvent> = []
  const passed: Array<SequenceRange> = []
  let position = after
  for (const { sequence, id, attempt, body, finished, acknowledged } of rows) {
    // Sequences have no gaps, so an event that is missing was deleted.
    if (sequence > position + 1) passed.push({ from: position + 1, to: sequence - 1 })
    if (!acknowledged) {
      if (sequence > floor + listening.maxUnacknowledged) return { events, passed, position, more: false }
      if (body !== null) events.push({ id, attempt, body })
      else if (finished || attempt > 0) passed.push({ from: sequence, to: sequence })
      else return { events, passed, position, more: false }
    }
    position = sequence
  }
  return { events, passed, position, more: rows.length === pageSize }
}
