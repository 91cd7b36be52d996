/** Writes vectors. A row without a vector is a post that the model cannot embed. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { recordset } from "../../database/client/Recordset.ts"
import { compareCodes, fromPostsAt, postedBetween, type PostKey } from "../../store/posts/PostsByCode.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"
import type { Vector } from "../providers/Provider.ts"
import { tableOf, type VectorTable } from "./VectorTables.ts"

export interface PostText extends PostKey {
  readonly caption: string
}

export interface EmbeddedPost extends PostText {
  readonly vector: Vector | null
}

/** Half precision has fewer digits. */
const digits = 5

/** As the extension reads it. */
export const vectorLiteral = (vector: Vector): string =>
  `[${vector.map((value) => value.toPrecision(digits)).join(",")}]`

/** `alias (code, posted_at, embedding)` for a `FROM` clause. */
export const embeddedRows = (sql: SqlClient.SqlClient, alias: string, posts: ReadonlyArray<EmbeddedPost>) =>
  recordset(
    sql,
    alias,
    { code: "text", posted_at: "timestamptz", embedding: "text" },
    posts.map(({ code, postedAt, vector }) => ({
      code,
      posted_at: postedAt,
      embedding: vector === null ? null : vectorLiteral(vector)
    }))
  )

export const makeVectorRows = (sql: SqlClient.SqlClient) => {
  /** Posts of the window without a row, newest first. */
  const missing = (table: VectorTable, { from, until }: Window, atMost: number) =>
    sql<PostText>`
      SELECT p.code, p.posted_at, p.caption FROM posts p
      LEFT JOIN ${sql(tableOf(table))} v
        ON v.posted_at = p.posted_at AND v.code = p.code AND v.posted_at >= ${from} AND v.posted_at < ${until}
      WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND v.code IS NULL
      ORDER BY p.posted_at DESC LIMIT ${atMost}`.unprepared

  /** Those of these posts without a row, newest first. */
  const missingOf = (table: VectorTable, keys: ReadonlyArray<PostKey>) =>
    keys.length === 0
      ? Effect.succeed([])
      : sql<PostText>`
          SELECT p.code, p.posted_at, p.caption ${fromPostsAt(sql, keys)} AND NOT EXISTS (
            SELECT FROM ${sql(tableOf(table))} v WHERE v.posted_at = p.posted_at AND v.code = p.code
          )
          ORDER BY p.posted_at DESC`.unprepared

  const counts = (table: VectorTable, { from, until }: Window) =>
    Effect.map(
      sql<{ posts: number; vectors: number; failed: number }>`
        SELECT
          (SELECT count(*) FROM posts WHERE posted_at >= ${from} AND posted_at < ${until}) AS posts, v.vectors, v.failed
        FROM (
          SELECT count(*) AS vectors, count(*) FILTER (WHERE embedding IS NULL) AS failed
          FROM ${sql(tableOf(table))} WHERE posted_at >= ${from} AND posted_at < ${until}
        ) v`.unprepared,
      ([row]) => row ?? { posts: 0, vectors: 0, failed: 0 }
    )

  /** Of the posts that still exist. */
  const insert = (table: VectorTable, posts: ReadonlyArray<EmbeddedPost>) => {
    const times = posts.map(({ postedAt }) => postedAt)
    return sql`
      INSERT INTO ${sql(tableOf(table))} (posted_at, code, language, embedding)
      SELECT p.posted_at, p.code, p.language, n.embedding::halfvec(${sql.literal(String(table.dimensions))})
      FROM ${embeddedRows(sql, "n", posts)}
      JOIN posts p ON p.posted_at = n.posted_at AND p.code = n.code AND ${postedBetween(sql, times)}
      ON CONFLICT (posted_at, code) DO NOTHING RETURNING 1`.unprepared
  }

  /** A reindex may have detected another language. */
  const updateLanguages = (table: VectorTable, { from, until }: Window) =>
    sql`
    UPDATE ${sql(tableOf(table))} v SET language = p.language FROM posts p
    WHERE p.posted_at = v.posted_at AND p.code = v.code AND p.language <> v.language
      AND p.posted_at >= ${from} AND p.posted_at < ${until} AND v.posted_at >= ${from} AND v.posted_at < ${until}`
      .unprepared

  /** The posts deleted since this time. */
  const deletedSince = (since: Date) =>
    sql<PostKey>`
      SELECT code, posted_at FROM post_codes WHERE deleted_at >= ${since} AND posted_at IS NOT NULL`

  const remove = (table: VectorTable, keys: ReadonlyArray<PostKey>) => {
    const rows = keys.map(({ code, postedAt }) => ({ code, posted_at: postedAt }))
    return sql`
      DELETE FROM ${sql(tableOf(table))} p
      USING ${recordset(sql, "n", { code: "text", posted_at: "timestamptz" }, rows)}
      WHERE p.posted_at = n.posted_at AND p.code = n.code
        AND ${postedBetween(
          sql,
          keys.map(({ postedAt }) => postedAt)
        )}`.unprepared
  }

  return { missing, missingOf, counts, insert, updateLanguages, deletedSince, remove }
}

/** The nearest of what was found so far; pure. */
export interface NearestRow {
  readonly postedAt: Date
  readonly code: string
  /** Cosine distance, from 0 to 2. */
  readonly distance: number
}

/** Nearest first; ties newest first, then by code. */
const byDistance = (a: NearestRow, b: NearestRow): number =>
  a.distance - b.distance || b.postedAt.getTime() - a.postedAt.getTime() || compareCodes(a.code, b.code)

/** Keeps the nearest `count` of all rows added. */
export class NearestRows {
  readonly #count: number
  #rows: ReadonlyArray<NearestRow> = []

  constructor(count: number) {
    this.#count = count
  }

  get rows(): ReadonlyArray<NearestRow> {
    return this.#rows
  }

  /** The distance above which no row can be among them any more; null while there are too few. */
  get limit(): number | null {
    return this.#rows.length < this.#count ? null : (this.#rows.at(-1)?.distance ?? null)
  }

  add(rows: ReadonlyArray<NearestRow>): void {
    if (rows.length === 0) return
    this.#rows = [...this.#rows, ...rows].toSorted(byDistance).slice(0, this.#count)
  }
}
