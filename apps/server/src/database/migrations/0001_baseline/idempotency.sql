-- Answers of calls with an `Idempotency-Key`.

-- A row without an answer is a claim of a call that runs, until its lease or its process ends; one with an answer is
-- kept for a day. Keys and requests are keyed digests, answers are sealed: some hold webhook secrets.
CREATE TABLE idempotency_keys (
  account_id text NOT NULL REFERENCES accounts (id),
  key_digest text NOT NULL,
  request_digest text NOT NULL,
  claim text NOT NULL,
  sealed_answer bytea,
  expires_at timestamptz NOT NULL,
  process text,
  PRIMARY KEY (account_id, key_digest)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
