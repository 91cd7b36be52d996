/**
 * The statements of streams: the lease of the one stream of an endpoint, and which events are acknowledged. Owns
 * `webhook_listeners`.
 *
 * A stream reads events in the order of their sequences, which has no gaps and is committed in order, because it is
 * given under the lock of the endpoint's queue. It waits at an event whose first attempt has not begun. Whatever is
 * before its position has therefore been read or never had a body, and no event is missed.
 */
import { listening } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed, recordset } from "../../database/client/Recordset.ts"
import type { EventId, StreamId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import type { EndpointKey } from "../delivery/Queues.ts"

/** After the death of a stream's process, another stream can begin within this time. */
export const streamLeaseMillis = 15_000
/** Events that a stream has in memory at once. */
export const pageSize = 20

export interface StreamKey extends EndpointKey {
  readonly streamId: StreamId
}

export interface Wanted extends StreamKey {
  readonly consumer: string | null
  readonly takeOver: boolean
}

/** Both included. */
export interface SequenceRange {
  readonly from: number
  readonly to: number
}

export interface StreamRow {
  readonly sequence: number
  readonly id: EventId
  readonly attempt: number
  readonly body: string | null
  readonly finished: boolean
  readonly acknowledged: boolean
}

export interface Page {
  /** All events up to this sequence are acknowledged. */
  readonly floor: number
  /** Whether first attempts wait for the endpoint's circuit breaker, or for the end of a pause. */
  readonly isClosed: boolean
  readonly rows: ReadonlyArray<StreamRow>
}

const readyColumns = { streamId: "text", accountId: "text", endpointId: "text", after: "bigint" } as const

type PageRow = Pick<Page, "floor" | "isClosed"> & (StreamRow | { readonly sequence: null })

/** `queries` reads pages of events, which may take a while. */
export const makeListenerRows = (sql: SqlClient.SqlClient, queries: SqlClient.SqlClient) => {
  const ranges = sql`range_agg(int8range(sequence, sequence, '[]'))`
  const floor = sql`(SELECT upper(r) - 1 FROM unnest(acknowledged) AS r LIMIT 1)`
  const ofEndpoint = ({ accountId, endpointId }: EndpointKey) =>
    sql`account_id = ${accountId} AND endpoint_id = ${endpointId}`

  /** Of a queue `q`. */
  const closed = (time: Date) => queries`(q.opened_at IS NOT NULL OR coalesce(q.held_until > ${time}, false))`

  /** The first stream begins with what has not been sent yet. Returns false for an unknown endpoint. */
  const ensure = Effect.fnUntraced(function* (key: EndpointKey) {
    yield* sql`
      INSERT INTO webhook_listeners (account_id, endpoint_id, acknowledged)
      SELECT account_id, endpoint_id, int8multirange(int8range(NULL, last_sequence, '[]')) - coalesce((
        SELECT ${ranges} FROM webhook_events e
        WHERE e.account_id = q.account_id AND e.endpoint_id = q.endpoint_id AND e.due_at IS NOT NULL
          AND e.state <> 'sending' AND e.body IS NULL AND e.attempt = 0
      ), '{}')
      FROM webhook_queues q
      WHERE ${ofEndpoint(key)} AND NOT EXISTS (SELECT 1 FROM webhook_listeners WHERE ${ofEndpoint(key)})
      ON CONFLICT DO NOTHING`
    const rows = yield* sql`SELECT 1 FROM webhook_listeners WHERE ${ofEndpoint(key)}`
    return rows.length > 0
  })

  /** Returns where the stream begins unless told otherwise; null while another consumer's stream runs. */
  const take = Effect.fnUntraced(function* ({ streamId, consumer, takeOver, ...key }: Wanted, time: Date) {
    const [row] = yield* sql<{ floor: number }>`
      UPDATE webhook_listeners
      SET stream_id = ${streamId}, consumer = ${consumer}, alive_until = ${plusMillis(time, streamLeaseMillis)}
      WHERE ${ofEndpoint(key)}
        AND (stream_id IS NULL OR alive_until <= ${time} OR consumer = ${consumer} OR ${takeOver}::boolean)
      RETURNING ${floor} AS floor`
    return row?.floor ?? null
  })

  /** Whether the stream may continue. */
  const renew = ({ streamId, ...key }: StreamKey, time: Date) =>
    Effect.map(
      sql`
        UPDATE webhook_listeners SET alive_until = ${plusMillis(time, streamLeaseMillis)}
        WHERE ${ofEndpoint(key)} AND stream_id = ${streamId} RETURNING 1`,
      (rows) => rows.length > 0
    )

  const release = ({ streamId, ...key }: StreamKey) =>
    sql`
      UPDATE webhook_listeners SET stream_id = NULL, consumer = NULL, alive_until = NULL
      WHERE ${ofEndpoint(key)} AND stream_id = ${streamId}`

  /** The next events after a sequence; null when the stream has lost its lease or the endpoint is gone. */
  const page = Effect.fnUntraced(function* ({ streamId, ...key }: StreamKey, after: number) {
    const rows = yield* queries<PageRow>`
      SELECT l.floor, l.is_closed, e.sequence, e.id, e.attempt, e.body, e.finished, l.acknowledged @> e.sequence AS acknowledged
      FROM (
        SELECT acknowledged, ${floor} AS floor, (
          SELECT ${closed(yield* now)} FROM webhook_queues q WHERE ${ofEndpoint(key)}
        ) AS is_closed FROM webhook_listeners
        WHERE ${ofEndpoint(key)} AND stream_id = ${streamId}
      ) l LEFT JOIN LATERAL (
        SELECT sequence, id, attempt, body, due_at IS NULL AS finished FROM webhook_events
        WHERE ${ofEndpoint(key)} AND sequence > ${after} ORDER BY sequence LIMIT ${pageSize}
      ) e ON true ORDER BY e.sequence`
    const [first] = rows
    if (first === undefined) return null
    const { floor: lowest, isClosed } = first
    const found: Page = {
      floor: lowest,
      isClosed,
      rows: rows.flatMap((row) => (row.sequence === null ? [] : [row]))
    }
    return found
  })

  /** Of these streams, the ones whose next event can be streamed or passed over. */
  const ready = Effect.fnUntraced(function* (streams: ReadonlyArray<StreamKey & { readonly after: number }>) {
    const rows = yield* queries<{ streamId: StreamId }>`
      SELECT k.stream_id FROM ${recordset(queries, "k", readyColumns, streams)}, LATERAL (
        SELECT e.body IS NOT NULL OR e.attempt > 0 OR e.due_at IS NULL OR ${closed(yield* now)} AS ready
        FROM webhook_events e JOIN webhook_queues q USING (account_id, endpoint_id)
        WHERE e.account_id = k.account_id AND e.endpoint_id = k.endpoint_id AND e.sequence > k.after
        ORDER BY e.sequence LIMIT 1
      ) n WHERE n.ready`
    return rows.map(({ streamId }) => streamId)
  })

  /** Adds events that no stream will ever send. */
  const pass = (key: EndpointKey, passed: ReadonlyArray<SequenceRange>) =>
    sql`
      UPDATE webhook_listeners SET acknowledged = acknowledged + (
        SELECT range_agg(int8range(p."from", p."to", '[]'))
        FROM ${recordset(sql, "p", { from: "bigint", to: "bigint" }, passed)}
      ) WHERE ${ofEndpoint(key)}`

  /**
   * Returns how many of the events are the endpoint's. None can be far ahead of the first that is not acknowledged, so
   * that the number of ranges stays bounded.
   */
  const acknowledge = (key: EndpointKey, eventIds: ReadonlyArray<string>) =>
    Effect.map(
      sql<{ count: number }>`
        WITH known AS (
          SELECT e.sequence FROM webhook_events e, (
            SELECT ${floor} AS floor FROM webhook_listeners WHERE ${ofEndpoint(key)}
          ) l
          WHERE ${ofEndpoint(key)} AND e.id IN ${listed(eventIds)}
            AND e.sequence <= l.floor + ${listening.maxUnacknowledged}::bigint
        ), moved AS (
          UPDATE webhook_listeners SET acknowledged = acknowledged + (SELECT ${ranges} FROM known)
          WHERE ${ofEndpoint(key)} AND EXISTS (SELECT 1 FROM known)
        ) SELECT count(*) AS count FROM known`,
      ([row]) => row?.count ?? 0
    )

  /** Starts over after a sequence: what follows counts as not acknowledged. */
  const rewind = (key: EndpointKey, after: number) =>
    sql`
      UPDATE webhook_listeners SET acknowledged = int8multirange(int8range(NULL, ${after}::bigint, '[]'))
      WHERE ${ofEndpoint(key)}`

  const sequenceOf = (key: EndpointKey, eventId: string) =>
    Effect.map(
      sql<{ sequence: number }>`SELECT sequence FROM webhook_events WHERE ${ofEndpoint(key)} AND id = ${eventId}`,
      ([row]) => row?.sequence ?? null
    )

  /** The last sequence of the time before. Halves the range, because no index orders an endpoint's events by time. */
  const lastBefore = Effect.fnUntraced(function* (key: EndpointKey, since: Date) {
    const [queue] = yield* sql<{ last: number }>`
      SELECT last_sequence AS last FROM webhook_queues WHERE ${ofEndpoint(key)}`
    let before = 0
    let from = (queue?.last ?? 0) + 1
    while (from - before > 1) {
      const middle = Math.floor((before + from) / 2)
      const [event] = yield* sql<{ isBefore: boolean }>`
        SELECT created_at < ${since} AS is_before FROM webhook_events
        WHERE ${ofEndpoint(key)} AND sequence <= ${middle} ORDER BY sequence DESC LIMIT 1`
      if (event?.isBefore === false) from = middle
      else before = middle
    }
    return before
  })

  return { ensure, take, renew, release, page, ready, pass, acknowledge, rewind, sequenceOf, lastBefore }
}

export type ListenerRows = ReturnType<typeof makeListenerRows>
