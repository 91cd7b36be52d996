import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/**
 * Owners: `credits/`, `webhooks/`, `mail/`. Usage entries and delivery attempts get a partition for each month of their
 * ids, which begin with the time, so that a month is dropped instead of deleted row by row. Their keys stay as they are.
 *
 * The table of the release before becomes the partition of all months up to its newest row: nothing is copied. What no
 * month takes goes to the default partition, so no write fails for want of a partition. Entries summed up by day have
 * ids that sort after every ULID, and a partition of their own that is never dropped.
 *
 * A statement-level trigger guards only the table that a statement names. The trigger therefore stands on the parent;
 * retention alone names partitions.
 */
export const historyMonths = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP TRIGGER usage_entries_append_only ON usage_entries`
  yield* partition(sql, {
    table: "usage_entries",
    prefix: "use_",
    indexes: ["usage_entries_pkey", "usage_entries_newest"],
    define: Effect.gen(function* () {
      yield* sql`ALTER TABLE usage_entries ADD PRIMARY KEY (account_id, id)`
      yield* sql`CREATE INDEX usage_entries_newest ON usage_entries (account_id, time DESC, id DESC)`
    })
  })
  yield* sql`
    CREATE TABLE usage_entries_days PARTITION OF usage_entries FOR VALUES FROM ('use_day_') TO ('use_day~')`
  yield* sql`
    CREATE TRIGGER usage_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON usage_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`
  yield* sql`ALTER TABLE usage_entries ENABLE ALWAYS TRIGGER usage_entries_append_only`

  yield* sql`ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_account_id_fkey`
  yield* partition(sql, {
    table: "webhook_attempts",
    prefix: "dlv_",
    indexes: ["webhook_attempts_pkey", "webhook_attempts_window", "webhook_attempts_event"],
    define: Effect.gen(function* () {
      yield* sql`ALTER TABLE webhook_attempts ADD PRIMARY KEY (account_id, id)`
      yield* sql`
        CREATE INDEX webhook_attempts_window ON webhook_attempts (account_id, endpoint_id, started_at)
        WHERE event_id IS NOT NULL`
      yield* sql`
        CREATE INDEX webhook_attempts_event ON webhook_attempts (account_id, event_id) WHERE event_id IS NOT NULL`
    })
  })
  // What retention looks for: bodies of finished events, and mails that are sent or given up.
  yield* sql`
    CREATE INDEX webhook_events_bodies ON webhook_events ((state = 'failed'), finished_at) WHERE body IS NOT NULL`
  yield* sql`CREATE INDEX mails_done ON mails (coalesce(sent_at, failed_at)) WHERE due_at IS NULL`
})

interface Plan {
  readonly table: string
  readonly prefix: string
  /** Names that the new table's indexes take over. */
  readonly indexes: ReadonlyArray<string>
  readonly define: Effect.Effect<void, SqlError.SqlError>
}

const partition = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { table, prefix, indexes, define }: Plan) {
  const [row] = yield* sql<{ newest: string | null }>`
    SELECT max(id COLLATE "C") AS newest FROM ${sql(table)} WHERE id ~ ${`^${prefix}[0-7][0-9A-HJKMNP-TV-Z]{25}$`}`
  const month = row === undefined || row.newest === null ? null : monthAfter(timeOf(row.newest, prefix))
  const former =
    month === null ? `${table}_former` : `${table}_before_${month.toISOString().slice(0, 7).replace("-", "")}`
  yield* sql`ALTER TABLE ${sql(table)} RENAME TO ${sql(former)}`
  for (const index of indexes) yield* sql`ALTER INDEX ${sql(index)} RENAME TO ${sql(index.replace(table, former))}`
  // Bounds are compared byte by byte, whatever the collation of the database.
  yield* sql`ALTER TABLE ${sql(former)} ALTER COLUMN id TYPE text COLLATE "C"`
  yield* sql`
    CREATE TABLE ${sql(table)} (LIKE ${sql(former)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id)`
  yield* define
  yield* sql`CREATE TABLE ${sql(`${table}_default`)} PARTITION OF ${sql(table)} DEFAULT`
  const bound = month === null ? "" : `${prefix}${encodedTime(month.getTime())}`
  // Ids of another form, which no release made.
  yield* sql`
    WITH moved AS (DELETE FROM ${sql(former)} WHERE id >= ${bound} RETURNING *)
    INSERT INTO ${sql(`${table}_default`)} SELECT * FROM moved`
  if (month === null) return yield* sql`DROP TABLE ${sql(former)}`
  // Proves the bounds, so that attaching scans nothing under its lock. DDL takes no parameters.
  const upper = sql.literal(`'${bound}'`)
  yield* sql`ALTER TABLE ${sql(former)} ADD CONSTRAINT bounds CHECK (id < ${upper})`
  yield* sql`ALTER TABLE ${sql(table)} ATTACH PARTITION ${sql(former)} FOR VALUES FROM (MINVALUE) TO (${upper})`
  return yield* sql`ALTER TABLE ${sql(former)} DROP CONSTRAINT bounds`
})

/** The digits of a ULID. A migration uses no code that a later release could change. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const timeDigits = 10

const timeOf = (id: string, prefix: string): Date =>
  new Date(
    Array.from(id.slice(prefix.length, prefix.length + timeDigits)).reduce(
      (time, digit) => time * 32 + digits.indexOf(digit),
      0
    )
  )

const encodedTime = (millis: number): string =>
  Array.from(
    { length: timeDigits },
    (_, index) => digits[Math.floor(millis / 32 ** (timeDigits - 1 - index)) % 32]
  ).join("")

const monthAfter = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1))
