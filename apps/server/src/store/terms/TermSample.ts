/**
 * A sample of the posts of a window. The window is cut into slots, and of each slot the first posts are read, so the sample
 * costs the same however many posts there are. A post stands for as many as there are in its slot, by the rate at which
 * its slot's first posts came.
 */
import { Effect, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { recordset } from "../../database/client/Recordset.ts"
import type { Window } from "../scan/ChunkedScan.ts"

export interface SampledPost {
  readonly language: string
  readonly terms: ReadonlyArray<number>
  readonly tokenText: string
  /** The number of posts it stands for. */
  readonly weight: number
}

const slots = 2_000
const postsOfSlot = 20
/** About 10 ms each. */
const slotsOfStatement = 20

interface SlotRow {
  readonly slot: number
  readonly postedAt: Date
  readonly language: string
  readonly terms: ReadonlyArray<number>
  readonly tokenText: string
}

/** Batches of the sample; it reads for some seconds in all. */
export const samplePosts = (sql: SqlClient.SqlClient, { from, until }: Window) => {
  const slotMillis = Math.max(1, (until.getTime() - from.getTime()) / slots)
  const startOf = (slot: number) => new Date(Math.floor(from.getTime() + slot * slotMillis))
  const columns = { slot: "integer", from: "timestamptz", until: "timestamptz" } as const

  const readSlots = (first: number) => {
    const rows = Array.from({ length: Math.min(slotsOfStatement, slots - first) }, (_, at) => ({
      slot: first + at,
      from: startOf(first + at),
      until: startOf(first + at + 1)
    }))
    return sql<SlotRow>`
      SELECT s.slot, p.posted_at, p.language, p.terms, p.token_text FROM ${recordset(sql, "s", columns, rows)}
      CROSS JOIN LATERAL (
        SELECT p.posted_at, p.language, p.terms, p.token_text FROM posts p
        WHERE p.posted_at >= s."from" AND p.posted_at < s.until ORDER BY p.posted_at LIMIT ${postsOfSlot}
      ) AS p`.unprepared
  }

  const weigh = (rows: ReadonlyArray<SlotRow>): ReadonlyArray<SampledPost> => {
    const weights = new Map(
      [...Map.groupBy(rows, ({ slot }) => slot)].map(([slot, posts]) => {
        const start = startOf(slot).getTime()
        const read = Math.max(...posts.map(({ postedAt }) => postedAt.getTime())) - start
        return [slot, posts.length < postsOfSlot ? 1 : Math.max(1, slotMillis / Math.max(1, read))]
      })
    )
    return rows.map(({ slot, language, terms, tokenText }) => ({
      language,
      terms,
      tokenText,
      weight: weights.get(slot) ?? 1
    }))
  }

  const firsts = Array.from({ length: Math.ceil(slots / slotsOfStatement) }, (_, at) => at * slotsOfStatement)
  return Stream.fromIterable(firsts).pipe(
    Stream.mapEffect((first) => Effect.map(readSlots(first), weigh).pipe(Effect.tap(Effect.yieldNow)))
  )
}
