import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `webhooks/`. Rounds are shared among processes by shards of accounts. A process owns a shard while it is alive
 * (`processes`). A shard's cursors are opaque to everything but the change feed: `cursor` is where the next round reads
 * from, `next_cursor` where the one after it does. `due_at` and `started_at` are times of the database's clock.
 *
 * An account in which not only changes need a check has `whole_window`. `rules_version` changes with the account's rules. It
 * is random, because a number could come again with other rules after a restore or a failover.
 */
export const roundShards = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE webhook_round_processes (
      process text COLLATE "C" PRIMARY KEY
    )`
  yield* sql`
    CREATE TABLE webhook_round_shards (
      shard smallint PRIMARY KEY,
      process text COLLATE "C",
      cursor text,
      next_cursor text,
      due_at timestamptz NOT NULL DEFAULT '-infinity',
      started_at timestamptz,
      checked_at timestamptz
    ) WITH (fillfactor = 50)`
  yield* sql`INSERT INTO webhook_round_shards (shard) SELECT generate_series(0, ${shardCount - 1})`
  yield* sql`
    ALTER TABLE webhook_rounds
      ADD COLUMN shard smallint NOT NULL DEFAULT floor(random() * ${sql.literal(String(shardCount))}),
      ADD COLUMN whole_window boolean NOT NULL DEFAULT false,
      ADD COLUMN rules_version uuid NOT NULL DEFAULT gen_random_uuid(),
      DROP COLUMN cursor`
  // The cursors of accounts cannot be compared with those of shards, so the first round checks everything.
  yield* sql`UPDATE webhook_rounds SET whole_window = true`
  yield* sql`CREATE INDEX webhook_rounds_shard ON webhook_rounds (shard)`
  yield* sql`CREATE INDEX webhook_rules_unchecked ON webhook_rules (account_id) WHERE NOT checked`
})

const shardCount = 64
