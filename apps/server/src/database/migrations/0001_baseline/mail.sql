-- Mails, which are rows before they are sent.

-- `due_at` is when a mail may be claimed: its next attempt, or the end of the lease while it is being sent. The body of
-- a mail with a secret is erased as soon as it is sent or given up. `by_anyone`: anybody can have such a mail sent to any
-- address, so that they have half of the places only.
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
  secret boolean NOT NULL DEFAULT false,
  by_anyone boolean NOT NULL DEFAULT false,
  CHECK (num_nonnulls(due_at, sent_at, failed_at) = 1)
);
CREATE INDEX mails_due ON mails (by_anyone, due_at) WHERE due_at IS NOT NULL;
-- What retention looks for.
CREATE INDEX mails_done ON mails (coalesce(sent_at, failed_at)) WHERE due_at IS NULL;
