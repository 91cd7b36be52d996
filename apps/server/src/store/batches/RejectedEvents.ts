/** The newest events of each source that could not be used, so that an operator sees what is wrong with them. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { recordset } from "../../database/client/Recordset.ts"
import { cutToBytes } from "../../runtime/CutText.ts"
import { now } from "../../runtime/Time.ts"
import type { RejectedEvent } from "./SourceBatch.ts"

/** Of each source; older ones are dropped. */
const maxKept = 1_000
const maxEventBytes = 2_000
const maxReasonBytes = 500

export interface RejectedReport {
  readonly source: string
  readonly kept: number
  readonly newestAt: Date
  /** Of the newest. */
  readonly reason: string
}

export class RejectedEvents extends Context.Service<
  RejectedEvents,
  {
    add(source: string, events: ReadonlyArray<RejectedEvent>): Effect.Effect<void>
    /** One row per source that has any. */
    readonly report: Effect.Effect<ReadonlyArray<RejectedReport>>
  }
>()("@heddle/server/store/batches/RejectedEvents") {
  static readonly layer = Layer.effect(
    RejectedEvents,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const add = Effect.fn("RejectedEvents.add")(function* (source: string, events: ReadonlyArray<RejectedEvent>) {
        if (events.length === 0) return
        const rows = events.slice(-maxKept).map(({ reason, event }) => ({
          reason: storable(reason, maxReasonBytes),
          event: storable(event, maxEventBytes)
        }))
        yield* sql`
          INSERT INTO rejected_events (source, received_at, reason, event)
          SELECT ${source}, ${yield* now}, n.reason, n.event
          FROM ${recordset(sql, "n", { reason: "text", event: "text" }, rows)}`
        yield* sql`
          DELETE FROM rejected_events WHERE source = ${source} AND number <= (
            SELECT number FROM rejected_events WHERE source = ${source} ORDER BY number DESC OFFSET ${maxKept} LIMIT 1
          )`
      }, Effect.orDie)

      const report = sql<RejectedReport>`
        SELECT newest.source, newest.received_at AS newest_at, newest.reason, counts.kept
        FROM (SELECT source, count(*)::int AS kept, max(number) AS number FROM rejected_events GROUP BY source) counts
        JOIN rejected_events newest ON newest.source = counts.source AND newest.number = counts.number
        ORDER BY newest.source`.pipe(Effect.withSpan("RejectedEvents.report"), Effect.orDie)

      return RejectedEvents.of({ add, report })
    })
  )
}

/** The database stores no NUL, and no half of a surrogate pair. */
const storable = (text: string, maxBytes: number): string =>
  cutToBytes(text.toWellFormed().replaceAll("\0", "\uFFFD"), maxBytes)
