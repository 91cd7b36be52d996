/**
 * A sample of the posts of a window. The window is cut into slots, and of each slot the first posts are read, so the sample
 * costs the same however many posts there are. A post stands for as many as there are in its slot, by the rate at which
 * its slot's first posts came.
 */
import { Effect, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import type { Window } from "./ChunkedScan.ts"

const slots = 2_000
const postsOfSlot = 20
/** About 10 ms each. */
const slotsOfStatement = 20

interface InSlot {
  readonly slot: number
  readonly postedAt: Date
}

export interface Weighed {
  /** The number of posts it stands for. */
  readonly weight: number
}

/** Batches of the sample; it reads for some seconds in all. `columns` are those of `Row`, with `posts` aliased as `p`. */
export const samplePosts = <Row>(sql: SqlClient.SqlClient, { from, until }: Window, columns: string) => {
  const slotMillis = Math.max(1, (until.getTime() - from.getTime()) / slots)
  const startOf = (slot: number) => new Date(Math.floor(from.getTime() + slot * slotMillis))
  const selected = sql.literal(columns)

  const readSlots = (first: number) => {
    const ofSlot = (slot: number) => sql`(
      SELECT ${sql.literal(String(slot))} AS slot, p.posted_at, ${selected} FROM posts p
      WHERE p.posted_at >= ${startOf(slot)} AND p.posted_at < ${startOf(slot + 1)}
      ORDER BY p.posted_at LIMIT ${postsOfSlot})`
    const these = Array.from({ length: Math.min(slotsOfStatement, slots - first) }, (_, at) => ofSlot(first + at))
    // Not a lateral join: each slot is planned for its partition, and Citus cannot limit the rows of each slot otherwise.
    return sql<Row & InSlot>`${sql.join(" UNION ALL ", false)(these)}`.unprepared
  }

  const weigh = (rows: ReadonlyArray<Row & InSlot>): ReadonlyArray<Row & Weighed> => {
    const weights = new Map(
      [...Map.groupBy(rows, ({ slot }) => slot)].map(([slot, posts]) => {
        const start = startOf(slot).getTime()
        const read = Math.max(...posts.map(({ postedAt }) => postedAt.getTime())) - start
        return [slot, posts.length < postsOfSlot ? 1 : Math.max(1, slotMillis / Math.max(1, read))]
      })
    )
    return rows.map((row) => ({ ...row, weight: weights.get(row.slot) ?? 1 }))
  }

  const firsts = Array.from({ length: Math.ceil(slots / slotsOfStatement) }, (_, at) => at * slotsOfStatement)
  return Stream.fromIterable(firsts).pipe(
    Stream.mapEffect((first) => Effect.map(readSlots(first), weigh).pipe(Effect.tap(Effect.yieldNow)))
  )
}
