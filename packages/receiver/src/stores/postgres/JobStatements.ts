import { inMs } from "./Statements.ts"
import { tableNames } from "./Table.ts"

export const defaultJobsTable = "heddle_jobs"

/** For migrations of your own; `queue.createTables()` runs the same. */
export function createJobsTableSql(name: string = defaultJobsTable): string {
  const { table, index } = tableNames(name)
  return `CREATE TABLE IF NOT EXISTS ${table} (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body text NOT NULL,
  idempotency_key text,
  signed_at bigint NOT NULL,
  received_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  owner text,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  failed_at timestamptz
);
CREATE INDEX IF NOT EXISTS ${index("due_at")} ON ${table} (due_at) WHERE failed_at IS NULL;`
}

const columns = "(body, idempotency_key, signed_at, received_at)"

/** A job that was taken is due again when its lease ends; `owner` keeps a holder that was replaced from changing it. */
export function jobStatements(eventsTable: string, jobsTable: string) {
  const events = tableNames(eventsTable).table
  const jobs = tableNames(jobsTable).table
  const values = "$1::text, $2::text, $3::bigint, to_timestamp($4::float8 / 1000)"
  return {
    /** $1 body, $2 idempotency key, $3 signed at (s), $4 received at (ms). */
    add: `INSERT INTO ${jobs} ${columns} VALUES (${values}) RETURNING id::text`,

    /** As `add`, and $5 key, $6 owner, $7 retention (ms) of the claim, completed with it or not at all. */
    addAndComplete: `WITH completed AS (
  UPDATE ${events} SET completed = true, expires_at = clock_timestamp() + ${inMs("$7")}
  WHERE key = $5::text AND owner = $6::text AND NOT completed RETURNING key
)
INSERT INTO ${jobs} ${columns} SELECT ${values} FROM completed RETURNING id::text`,

    /** $1 owner, $2 lease (ms). */
    take: `UPDATE ${jobs} SET owner = $1::text, attempts = attempts + 1, due_at = clock_timestamp() + ${inMs("$2")}
WHERE id = (
  SELECT id FROM ${jobs} WHERE failed_at IS NULL AND due_at <= clock_timestamp()
  ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id::text, body, idempotency_key, signed_at::float8 AS signed_at, attempts,
  (extract(epoch FROM received_at) * 1000)::float8 AS received_at`,

    /** $1 id, $2 owner, $3 lease (ms). */
    renew: `UPDATE ${jobs} SET due_at = clock_timestamp() + ${inMs("$3")}
WHERE id = $1::text::bigint AND owner = $2::text RETURNING id::text`,

    /** $1 id, $2 owner. */
    finish: `DELETE FROM ${jobs} WHERE id = $1::text::bigint AND owner = $2::text RETURNING id::text`,

    /** $1 id, $2 owner, $3 delay (ms), null for never again. */
    retry: `UPDATE ${jobs} SET owner = NULL, due_at = clock_timestamp() + coalesce(${inMs("$3")}, '0'),
  failed_at = CASE WHEN $3::float8 IS NULL THEN clock_timestamp() END
WHERE id = $1::text::bigint AND owner = $2::text RETURNING id::text`
  }
}
