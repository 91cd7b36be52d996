import { ReceiverConfigError } from "../../core/ReceiverConfigError.ts"

export const defaultTable = "heddle_events"

const identifiers = /^[A-Za-z_][A-Za-z0-9_]{0,49}(?:\.[A-Za-z_][A-Za-z0-9_]{0,49})?$/

interface TableNames {
  /** Quoted, with its schema if it was given. */
  readonly table: string
  /** Quoted, to name an index of the table: an index lives in its table's schema. */
  readonly index: (suffix: string) => string
}

/** Quoted, so that a name is taken as it is written: `"Events"` and `"events"` are two tables. */
export function tableNames(table: string): TableNames {
  if (!identifiers.test(table)) {
    throw new ReceiverConfigError(
      "invalid_option",
      "table must be a name, or a schema and a name with a dot between, of letters, digits and _, at most 50 each."
    )
  }
  const parts = table.split(".")
  return {
    table: parts.map((part) => `"${part}"`).join("."),
    index: (suffix) => `"${parts.at(-1) ?? ""}_${suffix}"`
  }
}

/** For migrations of your own; `store.createTable()` runs the same. */
export function createTableSql(name: string = defaultTable): string {
  const { table, index } = tableNames(name)
  return `CREATE TABLE IF NOT EXISTS ${table} (
  key text PRIMARY KEY,
  owner text NOT NULL,
  completed boolean NOT NULL,
  lease_until timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS ${index("expires_at")} ON ${table} (expires_at);`
}

/** One statement for both, as some drivers send only one; two processes that create at once would otherwise collide. */
export const createSafely = (sql: string): string =>
  `DO $heddle$ BEGIN PERFORM pg_advisory_xact_lock(5063480921); ${sql} END $heddle$`
