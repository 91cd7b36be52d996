/**
 * The outside world as one interface. A source is a stream of changes that starts when it is run and goes on for as
 * long as the service does, which the ingestion writes, and where the network allows it a live reader.
 */
import type { Stream } from "effect"
import type { LiveReads } from "../../live/LiveSource.ts"
import type { Change } from "../../store/Change.ts"

export interface Source {
  /** Shown in logs and metrics, and stored with each post. */
  readonly name: string
  /**
   * At-least-once and in no promised order: the ingestion ignores repeats and older observations. Errors of the
   * network are the source's own to retry.
   */
  readonly changes: Stream.Stream<Change>
  /** Null when the network cannot be asked. */
  readonly live: LiveReads | null
}
