import { ReceiverConfigError } from "../core/Errors.ts"

export const defaultTable = "heddle_events"

const identifiers = /^[A-Za-z_][A-Za-z0-9_]{0,49}(?:\.[A-Za-z_][A-Za-z0-9_]{0,49})?$/

/** Quoted, so that a name is taken as it is written: `"Events"` and `"events"` are two tables. */
function tableNames(table: string) {
  if (!identifiers.test(table)) {
    throw new ReceiverConfigError(
      "invalid_option",
      "table must be a name, or a schema and a name with a dot between, of letters, digits and _, at most 50 each."
    )
  }
  const parts = table.split(".")
  return {
    table: parts.map((part) => `"${part}"`).join("."),
    /** An index lives in its table's schema. */
    index: (suffix: string) => `"${parts.at(-1) ?? ""}_${suffix}"`
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

const inMs = (parameter: string) => `make_interval(secs => ${parameter}::float8 / 1000)`

/**
 * One statement a step; the clock is the database's. A claim looks first, without a lock: a duplicate of an event that
 * is completed or running never waits for a transaction that holds its row. Each claim also forgets two expired rows,
 * so the table keeps its size without anybody sweeping it.
 */
export function statements(name: string) {
  const { table } = tableNames(name)
  const lease = inMs("$3")
  const leaseAndRetention = inMs("($3::float8 + $4::float8)")
  return {
    /** $1 key, $2 owner, $3 lease, $4 retention (ms). No row: another claim came in between, ask again. */
    claim: `WITH moment AS MATERIALIZED (SELECT clock_timestamp() AS now),
forgotten AS (
  DELETE FROM ${table} WHERE key IN (
    SELECT key FROM ${table} WHERE expires_at <= (SELECT now FROM moment) AND key <> $1::text
    ORDER BY expires_at LIMIT 2 FOR UPDATE SKIP LOCKED)
),
held AS (
  SELECT completed, lease_until - now AS remaining FROM ${table}, moment
  WHERE key = $1::text AND expires_at > now AND (completed OR (owner <> $2::text AND lease_until > now))
),
taken AS (
  INSERT INTO ${table} AS entry (key, owner, completed, lease_until, expires_at)
  SELECT $1::text, $2::text, false, now + ${lease}, now + ${leaseAndRetention} FROM moment
  WHERE NOT EXISTS (SELECT FROM held)
  ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, completed = false,
    lease_until = clock_timestamp() + ${lease}, expires_at = clock_timestamp() + ${leaseAndRetention}
  WHERE entry.expires_at <= clock_timestamp()
    OR (NOT entry.completed AND (entry.owner = excluded.owner OR entry.lease_until <= clock_timestamp()))
  RETURNING key
)
SELECT 'claimed' AS status, 0 AS remaining FROM taken
UNION ALL
SELECT CASE WHEN completed THEN 'completed' ELSE 'in_progress' END,
  greatest(ceil(extract(epoch FROM remaining) * 1000), 1)::int4 FROM held`,

    /** $1 key, $2 owner, $3 lease, $4 retention (ms). A row when renewed. */
    renew: `UPDATE ${table} SET lease_until = clock_timestamp() + ${lease}, expires_at = clock_timestamp() + ${leaseAndRetention}
WHERE key = $1::text AND owner = $2::text AND NOT completed RETURNING key`,

    /** $1 key, $2 owner, $3 retention (ms). A row when completed. */
    complete: `UPDATE ${table} SET completed = true, expires_at = clock_timestamp() + ${inMs("$3")}
WHERE key = $1::text AND owner = $2::text RETURNING key`,

    /** $1 key, $2 owner. A row when released. */
    release: `DELETE FROM ${table} WHERE key = $1::text AND owner = $2::text AND NOT completed RETURNING key`
  }
}
