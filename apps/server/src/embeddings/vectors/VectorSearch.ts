/**
 * The posts whose vectors are nearest to another one: exactly, by a scan in chunks, or by an index, which may miss a few
 * but reads far fewer.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { arrayOf } from "../../database/client/Recordset.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { scanDayChunks, type Window } from "../../store/scan/ChunkedScan.ts"
import type { EmbeddingModel } from "./EmbeddingModels.ts"
import { type LibraryQuery, makeLibraryVectors } from "./LibraryVectors.ts"
import { makeVectorRows, type NearestRow, NearestRows, vectorLiteral } from "./VectorRows.ts"
import { tableOf } from "./VectorTables.ts"

/** Up to here, a scan is fast enough and exact. */
export const maxScanned = 100_000
/** More posts than this are found sooner by a scan than by an index. */
export const maxIndexed = 1_000

/** An index that returns vectors in an order that is only almost right is asked for more of them. */
const overfetch = 2
const candidatesOfIndex = { least: 100, most: 1_000 }
const maxScanTuples = 200_000

/** Deletions are at least this recent to be looked up; older ones have been carried out in the tables. */
const deletionOverlapMillis = hourMillis

export interface VectorQuery extends LibraryQuery {
  readonly model: EmbeddingModel
  readonly from: Date
}

export class VectorSearch extends Context.Service<
  VectorSearch,
  {
    /** Nearest first, at most `count`: by an index where there is one and more posts than a scan should read. */
    nearest(query: VectorQuery): Effect.Effect<ReadonlyArray<NearestRow>>
    /** By a scan alone. */
    exact(query: VectorQuery): Effect.Effect<ReadonlyArray<NearestRow>>
    /** By the index alone, if it finds enough. */
    approximate(query: VectorQuery): Effect.Effect<ReadonlyArray<NearestRow>>
    /** The library posts that are nearest, exactly. */
    inLibrary(query: LibraryQuery): Effect.Effect<ReadonlyArray<NearestRow>>
  }
>()("@heddle/server/embeddings/vectors/VectorSearch") {
  static readonly layer = Layer.effect(
    VectorSearch,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const rows = makeVectorRows(sql)
      const library = makeLibraryVectors(sql)

      const deletedCodes = ({ model }: VectorQuery) =>
        Effect.map(rows.deletedSince(plusMillis(model.cleanedUntil, -deletionOverlapMillis)), (deleted) =>
          deleted.map(({ code }) => code)
        )

      const usable = (deleted: ReadonlyArray<string>) => sql`
        v.embedding IS NOT NULL ${deleted.length === 0 ? sql`` : sql`AND v.code <> ALL (${arrayOf("text", deleted)})`}`

      /** The posts compared, as a condition on `v`. */
      const compared = ({ languages, from }: VectorQuery, deleted: ReadonlyArray<string>) => sql`
        v.posted_at >= ${from} AND v.language = ANY (${arrayOf("text", languages)}) AND ${usable(deleted)}`

      // In a form that no other index can answer: PostgreSQL takes an index of vectors for so expensive that it would
      // rather find all posts by another one and sort them.
      const comparedByIndex = ({ languages, from }: VectorQuery, deleted: ReadonlyArray<string>) => sql`
        v.posted_at + interval '0' >= ${from} AND v.language || '' = ANY (${arrayOf("text", languages)})
        AND ${usable(deleted)}`

      const target = ({ model, vector }: VectorQuery) =>
        sql`${vectorLiteral(vector)}::halfvec(${sql.literal(String(model.dimensions))})`

      const inChunk = (
        query: VectorQuery,
        deleted: ReadonlyArray<string>,
        { from, until }: Window,
        limit: number | null
      ) =>
        // OFFSET 0 keeps the order out of the inner query, where an index on vectors would answer it approximately.
        sql<NearestRow>`
          SELECT n.posted_at, n.code, n.distance FROM (
            SELECT v.posted_at, v.code, v.embedding <=> ${target(query)} AS distance FROM ${sql(tableOf(query.model))} v
            WHERE v.posted_at >= ${from} AND v.posted_at < ${until} AND ${compared(query, deleted)} OFFSET 0
          ) n
          ${limit === null ? sql`` : sql`WHERE n.distance <= ${limit}`}
          ORDER BY n.distance, n.posted_at DESC, n.code LIMIT ${query.count}`.unprepared

      const exact = Effect.fn("VectorSearch.exact")(function* (query: VectorQuery) {
        const deleted = yield* deletedCodes(query)
        const found = new NearestRows(query.count)
        const window = { from: query.from, until: plusMillis(yield* now, hourMillis) }
        yield* scanDayChunks(window, (chunk) =>
          Effect.map(
            Effect.suspend(() => inChunk(query, deleted, chunk, found.limit)),
            (rows) => found.add(rows)
          )
        ).pipe(Stream.runDrain)
        return found.rows
      }, Effect.orDie)

      const byIndex = Effect.fnUntraced(function* (query: VectorQuery, deleted: ReadonlyArray<string>) {
        const { least, most } = candidatesOfIndex
        const candidates = Math.min(most, Math.max(least, query.count * overfetch))
        yield* sql`SET LOCAL hnsw.iterative_scan = relaxed_order`
        yield* sql`SET LOCAL hnsw.ef_search = ${sql.literal(String(candidates))}`
        yield* sql`SET LOCAL hnsw.max_scan_tuples = ${sql.literal(String(maxScanTuples))}`
        yield* sql`SET LOCAL enable_seqscan = off`
        return yield* sql<NearestRow>`
          WITH n AS MATERIALIZED (
            SELECT v.posted_at, v.code, v.embedding <=> ${target(query)} AS distance FROM ${sql(tableOf(query.model))} v
            WHERE ${comparedByIndex(query, deleted)}
            ORDER BY v.embedding <=> ${target(query)} LIMIT ${query.count * overfetch}
          )
          SELECT n.posted_at, n.code, n.distance FROM n ORDER BY n.distance, n.posted_at DESC, n.code
          LIMIT ${query.count}`.unprepared
      })

      const approximate = Effect.fn("VectorSearch.approximate")(function* (query: VectorQuery) {
        const deleted = yield* deletedCodes(query)
        return yield* sql.withTransaction(byIndex(query, deleted))
      }, Effect.orDie)

      const isAboveScan = (query: VectorQuery) =>
        Effect.map(
          sql<{ count: number }>`
            SELECT count(*) AS count FROM (
              SELECT 1 FROM ${sql(tableOf(query.model))} v
              WHERE v.posted_at >= ${query.from} AND v.language = ANY (${arrayOf("text", query.languages)})
              LIMIT ${maxScanned + 1}
            ) v`.unprepared,
          ([row]) => (row?.count ?? 0) > maxScanned
        )

      const nearest = Effect.fn("VectorSearch.nearest")(function* (query: VectorQuery) {
        const mayUseIndex = query.model.indexedAt !== null && query.count <= maxIndexed
        if (!mayUseIndex || !(yield* isAboveScan(query))) return yield* exact(query)
        const found = yield* approximate(query)
        return found.length < query.count ? yield* exact(query) : found
      }, Effect.orDie)

      const inLibrary = (query: LibraryQuery) => Effect.orDie(library.nearest(query))

      return VectorSearch.of({ nearest, exact, approximate, inLibrary })
    })
  )
}
