/** The tables of a model's vectors: one with a partition for each UTC day of posting. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { buildConcurrently } from "../../database/indexes/ConcurrentIndex.ts"
import { makePartitionDdl } from "../../database/partitions/PartitionDdl.ts"
import { byDay, dayStartLiteral, partitionDay, partitionOf } from "../../database/partitions/PartitionNames.ts"
import { dayOf } from "../../runtime/Time.ts"

const lock = 7_057_026

/** The most that an index takes. */
export const maxDimensions = 4_000

/** Longer vectors do not fit into a page and have to be stored apart from their rows, which makes a scan slower. */
const maxInline = 3_800

export interface VectorTable {
  readonly id: number
  readonly dimensions: number
}

export const tableOf = ({ id }: Pick<VectorTable, "id">): string => `embedding_vectors_${id}`
const oldOf = (table: Pick<VectorTable, "id">): string => `${tableOf(table)}_old`

/** Keeps the vectors of a table in its rows, if they fit. */
export const storeInline = (sql: SqlClient.SqlClient, name: string, dimensions: number) =>
  dimensions <= maxInline ? sql`ALTER TABLE ${sql(name)} ALTER COLUMN embedding SET STORAGE PLAIN` : Effect.void

export const makeVectorTables = (sql: SqlClient.SqlClient) => {
  /** Within the caller's transaction. */
  const create = Effect.fnUntraced(function* (table: VectorTable) {
    const name = tableOf(table)
    yield* sql`
      CREATE TABLE ${sql(name)} (
        posted_at timestamptz NOT NULL,
        code text COLLATE "C" NOT NULL,
        language text COLLATE "C" NOT NULL,
        embedding halfvec(${sql.literal(String(table.dimensions))}),
        PRIMARY KEY (posted_at, code)
      ) PARTITION BY RANGE (posted_at)`
    yield* sql`CREATE INDEX ON ${sql(name)} (language, posted_at)`
    yield* storeInline(sql, name, table.dimensions)
    yield* sql`CREATE TABLE ${sql(oldOf(table))} PARTITION OF ${sql(name)} DEFAULT`
  })

  const ddlOf = (table: Pick<VectorTable, "id">) => makePartitionDdl(sql, { table: tableOf(table), lock })

  /** The days with a partition, first to last. */
  const days = (table: Pick<VectorTable, "id">) =>
    Effect.map(
      sql<{ name: string }>`
        SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = to_regclass(${tableOf(table)}) AND c.relname ~ '_[0-9]{8}$' ORDER BY 1`,
      (rows) => rows.map(({ name }) => ({ name, day: partitionDay(name) }))
    )

  /** Makes the partitions for posts of these times; a day that cannot be made now stands in the default partition. */
  const ensure = Effect.fnUntraced(function* (table: VectorTable, times: Iterable<Date>) {
    const existing = new Set((yield* days(table)).map(({ day }) => day))
    const missing = [...new Set(Array.from(times, dayOf))].filter((day) => !existing.has(day))
    const ddl = ddlOf(table)
    for (const day of missing) {
      yield* ddl.withDdlLock(
        ddl.create({
          table: tableOf(table),
          name: partitionOf(tableOf(table), byDay, day),
          defaultPartition: oldOf(table),
          column: "posted_at",
          bounds: [dayStartLiteral(day), dayStartLiteral(day + 1)]
        }),
        undefined
      )
    }
  })

  /** Drops the days before this one. */
  const dropBefore = Effect.fnUntraced(function* (table: VectorTable, first: number) {
    const ddl = ddlOf(table)
    for (const { name, day } of yield* days(table)) {
      if (day < first) yield* ddl.withDdlLock(Effect.asVoid(sql`DROP TABLE IF EXISTS ${sql(name)}`), undefined)
    }
    yield* sql`DELETE FROM ${sql(oldOf(table))} WHERE posted_at < ${sql.literal(dayStartLiteral(first))}`
  })

  const drop = (table: Pick<VectorTable, "id">) => sql`DROP TABLE IF EXISTS ${sql(tableOf(table))}`

  return { create, days, ensure, dropBefore, drop }
}

/**
 * The indexes of a model's vectors: one for each day. Only on a PostgreSQL server, which makes them without blocking
 * anybody, and only when there are more vectors than a scan should read.
 */
export const makeVectorIndexes = (sql: SqlClient.SqlClient) => {
  const tables = makeVectorTables(sql)

  /** Makes one that is missing, or was interrupted. Returns whether there was one. */
  const makeNext = Effect.fn("VectorIndexes.makeNext")(function* (table: VectorTable) {
    for (const { name } of yield* tables.days(table)) {
      const index = `${name}_nearest`
      const definition = "USING hnsw (embedding halfvec_cosine_ops)"
      if (yield* buildConcurrently(sql, { index, table: name, definition })) return true
    }
    return false
  })

  return { makeNext }
}

/** The first version with scans that continue until a filter has enough. */
const oldestVersion = [0, 8] as const

class PgVectorMissing extends Schema.TaggedError<PgVectorMissing>()("PgVectorMissing", {
  details: Schema.String
}) {
  override get message(): string {
    return (
      "An embedding model is set, but this PostgreSQL cannot store vectors.\n" +
      `  Details: ${this.details}\n` +
      `  To fix this: install the extension pgvector, version ${oldestVersion.join(".")} or later, on the server of the database ` +
      "and let a superuser run CREATE EXTENSION vector in it (or ALTER EXTENSION vector UPDATE), or unset " +
      "HEDDLE_EMBEDDINGS_URL and HEDDLE_EMBEDDINGS_MODEL."
    )
  }
}

const isOlder = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1])
}

/** Creates the extension unless it is there. */
export const ensurePgVector = Effect.fn("ensurePgVector")(function* (sql: SqlClient.SqlClient) {
  const installed = Effect.map(
    sql<{ version: string }>`SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'`,
    ([row]) => row?.version
  )
  if ((yield* installed) === undefined) {
    // Two processes that start at once: one of them finds the extension made by the other.
    yield* sql`CREATE EXTENSION IF NOT EXISTS vector`.pipe(
      Effect.catch((error) =>
        Effect.flatMap(installed, (version) =>
          version === undefined ? Effect.fail(new PgVectorMissing({ details: describe(error) })) : Effect.void
        )
      )
    )
  }
  const version = (yield* installed) ?? "0"
  if (isOlder(version)) return yield* new PgVectorMissing({ details: `The database has pgvector ${version}.` })
})

const describe = (error: { readonly reason: { readonly cause: unknown } }): string =>
  error.reason.cause instanceof Error ? error.reason.cause.message : String(error.reason.cause)
