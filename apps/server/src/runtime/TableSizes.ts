/** How large each table is, with its indexes and partitions, read from the catalogue without scanning any table. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

export interface TableSize {
  readonly table: string
  readonly bytes: number
  /** An estimate of the last analysis; null before the first. */
  readonly rows: number | null
  /** The first month or day that has a partition with rows, such as `2026-11`; null without such partitions. */
  readonly since: string | null
}

interface Row {
  readonly name: string
  readonly bytes: number
  readonly rows: number | null
  readonly first: string | null
}

/** `202611` and `20261122` with hyphens. */
const dateOf = (digits: string): string =>
  digits.replace(/^(\d{4})(\d{2})(\d{2})?$/, (_, year, month, day) =>
    [year, month, day].filter((part) => part !== undefined).join("-")
  )

/** Largest first. */
export const tableSizes = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<Row>`
      SELECT c.relname AS name, sum(pg_total_relation_size(t.relid))::bigint AS bytes,
        sum(l.reltuples) FILTER (WHERE l.reltuples >= 0 AND l.relkind = 'r')::bigint AS rows,
        min(substring(l.relname FROM '_([0-9]{6,8})$')) FILTER (WHERE pg_relation_size(t.relid) > 0) AS first
      FROM pg_class c, LATERAL (SELECT relid::oid FROM pg_partition_tree(c.oid) UNION SELECT c.oid) t
      JOIN pg_class l ON l.oid = t.relid
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND pg_table_is_visible(c.oid)
        AND c.relnamespace <> 'pg_catalog'::regnamespace
      GROUP BY c.relname ORDER BY bytes DESC, c.relname`,
    (rows) =>
      rows.map(({ name, bytes, rows, first }): TableSize => ({
        table: name,
        bytes,
        rows,
        since: first === null ? null : dateOf(first)
      }))
  )
