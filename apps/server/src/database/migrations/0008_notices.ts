import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * `mails` belongs to `mail/`: a mail is a row before it is sent. `due_at` is when it may be claimed: its next attempt,
 * or the end of the lease while it is being sent. The rest belongs to `credits/`: what an account was told of its
 * balance, and the last check of the ledger.
 */
export const notices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE mails (
      id text PRIMARY KEY,
      account_id text REFERENCES accounts (id),
      recipient text NOT NULL,
      subject text NOT NULL,
      body text NOT NULL,
      created_at timestamptz NOT NULL,
      attempt int NOT NULL DEFAULT 0,
      due_at timestamptz,
      sent_at timestamptz,
      failed_at timestamptz,
      error text,
      CHECK (num_nonnulls(due_at, sent_at, failed_at) = 1)
    )`
  yield* sql`CREATE INDEX mails_due ON mails (due_at) WHERE due_at IS NOT NULL`
  // A row exists only for accounts that have settings of their own or have been told something.
  yield* sql`
    CREATE TABLE credit_notices (
      account_id text PRIMARY KEY REFERENCES accounts (id),
      enabled boolean NOT NULL DEFAULT true,
      below_credits bigint CHECK (below_credits > 0),
      below_percent int CHECK (below_percent BETWEEN 1 AND 100),
      low_told_at timestamptz,
      out_told_at timestamptz,
      CHECK (below_credits IS NULL OR below_percent IS NULL)
    )`
  yield* sql`
    CREATE TABLE told_expiries (
      account_id text NOT NULL,
      grant_id text NOT NULL,
      expired_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, grant_id),
      FOREIGN KEY (account_id, grant_id) REFERENCES credit_grants (account_id, id)
    )`
  // Grants in force and grants that have just ended, however many ended long ago.
  yield* sql`CREATE INDEX credit_grants_expiry ON credit_grants (expires_at)`
  yield* sql`
    CREATE TABLE ledger_checks (
      name text PRIMARY KEY CHECK (name = 'ledger'),
      started_at timestamptz,
      lease_ends_at timestamptz,
      finished_at timestamptz,
      duration_ms int,
      accounts bigint NOT NULL DEFAULT 0,
      grants bigint NOT NULL DEFAULT 0,
      entries bigint NOT NULL DEFAULT 0,
      holds bigint NOT NULL DEFAULT 0,
      faults bigint NOT NULL DEFAULT 0,
      faults_digest text NOT NULL DEFAULT ''
    )`
  yield* sql`INSERT INTO ledger_checks (name) VALUES ('ledger')`
})
