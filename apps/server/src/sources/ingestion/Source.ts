/**
 * The interface of a source: a stream of changes, which ingestion writes and which runs as long as the service, and
 * optionally live reads.
 */
import type { Stream } from "effect"
import type { LiveReads } from "../../live/LiveSource.ts"
import type { Change } from "../../store/Change.ts"

export interface Source {
  /** Shown in logs and metrics, and stored with each post. */
  readonly name: string
  /**
   * At least once and unordered: ingestion ignores duplicates and older observations. The source retries errors of its
   * network itself.
   */
  readonly changes: Stream.Stream<Change>
  /** Null if the source cannot be read live. */
  readonly live: LiveReads | null
}
