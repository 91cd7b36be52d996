/**
 * The vectors of library posts: a table for each model, because these posts outlive the stored ones. Whether a post is in
 * the library, and its language, the library itself says, so a post that leaves it is in no answer from then on.
 */
import { Effect } from "effect"
import { arrayOf } from "../../database/client/Recordset.ts"
import type { SqlClient } from "effect/sql"
import type { Vector } from "../providers/Provider.ts"
import { type EmbeddedPost, embeddedRows, type NearestRow, type PostText, vectorLiteral } from "./VectorRows.ts"
import { storeInline, tableOf, type VectorTable } from "./VectorTables.ts"

export interface LibraryQuery {
  readonly model: VectorTable
  readonly vector: Vector
  readonly languages: ReadonlyArray<string>
  readonly count: number
}

const libraryTableOf = ({ id }: Pick<VectorTable, "id">): string => `embedding_library_${id}`

export const makeLibraryVectors = (sql: SqlClient.SqlClient) => {
  /** Within the caller's transaction. */
  const create = Effect.fnUntraced(function* (table: VectorTable) {
    const name = libraryTableOf(table)
    yield* sql`
      CREATE TABLE ${sql(name)} (
        posted_at timestamptz NOT NULL,
        code text COLLATE "C" NOT NULL,
        embedding halfvec(${sql.literal(String(table.dimensions))}),
        PRIMARY KEY (posted_at, code)
      )`
    yield* storeInline(sql, name, table.dimensions)
  })

  const drop = (table: Pick<VectorTable, "id">) => sql`DROP TABLE IF EXISTS ${sql(libraryTableOf(table))}`

  const isMissing = (table: VectorTable) => sql`
    NOT EXISTS (SELECT FROM ${sql(libraryTableOf(table))} n WHERE n.posted_at = l.posted_at AND n.code = l.code)`

  /** Takes the vectors that the model's table of stored posts has already. */
  const copy = (table: VectorTable) =>
    sql`
      INSERT INTO ${sql(libraryTableOf(table))} (posted_at, code, embedding)
      SELECT v.posted_at, v.code, v.embedding FROM library_posts l
      JOIN ${sql(tableOf(table))} v ON v.posted_at = l.posted_at AND v.code = l.code
      WHERE ${isMissing(table)} ON CONFLICT DO NOTHING`.unprepared

  /** Library posts without a row, newest first. */
  const missing = (table: VectorTable, atMost: number) =>
    sql<PostText>`
      SELECT l.code, l.posted_at, l.caption FROM library_posts l WHERE ${isMissing(table)}
      ORDER BY l.posted_at DESC, l.code LIMIT ${atMost}`.unprepared

  /** Of the posts that are still in the library. */
  const insert = (table: VectorTable, posts: ReadonlyArray<EmbeddedPost>) =>
    sql`
      INSERT INTO ${sql(libraryTableOf(table))} (posted_at, code, embedding)
      SELECT l.posted_at, l.code, n.embedding::halfvec(${sql.literal(String(table.dimensions))})
      FROM ${embeddedRows(sql, "n", posts)} JOIN library_posts l ON l.code = n.code AND l.posted_at = n.posted_at
      ON CONFLICT DO NOTHING`.unprepared

  const removeLeft = (table: VectorTable) =>
    sql`
      DELETE FROM ${sql(libraryTableOf(table))} v WHERE NOT EXISTS (
        SELECT FROM library_posts l WHERE l.code = v.code AND l.posted_at = v.posted_at)`.unprepared

  /** Exactly: the library is small enough for a scan. */
  const nearest = ({ model, vector, languages, count }: LibraryQuery) =>
    sql<NearestRow>`
      SELECT v.posted_at, v.code,
        v.embedding <=> ${vectorLiteral(vector)}::halfvec(${sql.literal(String(model.dimensions))}) AS distance
      FROM ${sql(libraryTableOf(model))} v JOIN library_posts l ON l.code = v.code AND l.posted_at = v.posted_at
      WHERE l.language = ANY (${arrayOf("text", languages)}) AND v.embedding IS NOT NULL
      ORDER BY distance, v.posted_at DESC, v.code LIMIT ${count}`.unprepared

  return { create, drop, copy, missing, insert, removeLeft, nearest }
}
