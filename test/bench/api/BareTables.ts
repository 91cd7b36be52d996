/** Tables of the bare service, in the database of the server under comparison, whose posts it reads. */
import { createHash } from "node:crypto"
import type { Client } from "pg"

/** More credits than any run uses, in two grants, like the accounts of the product. */
const grants = [
  { id: "plan", amount: 2_000_000 },
  { id: "operator", amount: 1_000_000_000 }
]

const tables = `
  CREATE TABLE bare_accounts (id text PRIMARY KEY, plan text NOT NULL, plan_ends_at timestamptz NOT NULL);
  CREATE TABLE bare_keys (hash bytea PRIMARY KEY, account_id text NOT NULL, revoked_at timestamptz);
  CREATE TABLE bare_grants (account_id text NOT NULL, id text NOT NULL, amount bigint NOT NULL,
    spent bigint NOT NULL DEFAULT 0, held bigint NOT NULL DEFAULT 0, expires_at timestamptz NOT NULL,
    CHECK (spent + held <= amount), PRIMARY KEY (account_id, id));
  CREATE TABLE bare_holds (id uuid PRIMARY KEY, account_id text NOT NULL, grant_id text NOT NULL,
    amount bigint NOT NULL, deadline timestamptz NOT NULL);
  CREATE INDEX ON bare_holds (account_id);
  CREATE TABLE bare_usage (account_id text NOT NULL, id uuid NOT NULL, time timestamptz NOT NULL, cost bigint NOT NULL,
    api_type text NOT NULL, parameters jsonb NOT NULL, PRIMARY KEY (account_id, id));
  CREATE INDEX ON bare_usage (account_id, time DESC)`

/** One account for each key of the product, with the same key. */
export const makeBareTables = async (client: Client, keys: ReadonlyArray<string>): Promise<void> => {
  await client.query(tables)
  for (const [index, key] of keys.entries()) {
    const account = `acct_${index}`
    await client.query("INSERT INTO bare_accounts VALUES ($1, 'standard', now() + interval '30 days')", [account])
    await client.query("INSERT INTO bare_keys VALUES ($1, $2)", [createHash("sha256").update(key).digest(), account])
    for (const { id, amount } of grants) {
      await client.query(
        `INSERT INTO bare_grants (account_id, id, amount, expires_at) VALUES ($1, $2, $3, now() + interval '30 days')`,
        [account, id, amount]
      )
    }
  }
}
