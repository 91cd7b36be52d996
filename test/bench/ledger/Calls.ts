/**
 * A paid call (hold and settlement) in three ways: the product's ledger; the transaction of two statements that most
 * services use; the same as one statement with CTEs. The peers do less: one balance per account, without grants, expiry,
 * limits, keys or plans.
 */
import { AccountId, KeyId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Ledger } from "../../../apps/server/src/credits/ledger/Ledger.ts"
import { type HoldId, newId } from "../../../apps/server/src/runtime/Ids.ts"

export const accounts = 1_000
const held = 100
const cost = 37
const keyId = KeyId.make("key_bench")
const parameters = { keywords: ["台積電", "coffee"], language: "zh", limit: 100 }
const usage = { keyId, requestId: "req_bench", source: "bench", apiType: "keywords", parameters }

export const accountId = (index: number) => AccountId.make(`acct_${String(index).padStart(26, "0")}`)

/** Spreads calls over the accounts deterministically, so that every way gets the same order. */
export const accountOf = (among: number) => (caller: number, round: number) =>
  accountId(((caller + 1) * 7_919 + round * 104_729) % among)

export const prepare = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ids = Array.from({ length: accounts }, (_, index) => accountId(index))
  const all = sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS id`
  yield* sql`INSERT INTO accounts (id, email, created_at) SELECT id, id || '@example.com', now() FROM ${all}`
  yield* sql`
    INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
    SELECT id, 'grant_' || n, 'plan', CASE n WHEN 1 THEN 5000 ELSE 1000000000 END, now() - interval '1 day',
      now() + make_interval(days => n * 9), now()
    FROM ${all}, generate_series(1, 3) AS n`
  yield* sql`
    INSERT INTO api_keys (account_id, id, name, hash, prefix, last_four, created_at, budget_id)
    SELECT id, ${keyId}, 'bench', sha256(id::bytea), 'hdl_', 'last', now(), ${keyId} FROM ${all}`
  yield* sql`
    INSERT INTO plan_periods (account_id, id, plan, starts_at, ends_at, anchor_at, number, grant_id, created_at)
    SELECT id, 'period_bench', 'premium', now(), now() + interval '9 days', now(), 1, 'grant_1', now() FROM ${all}`
  yield* sql`CREATE TABLE naive_accounts (id text PRIMARY KEY, balance bigint NOT NULL, held bigint NOT NULL DEFAULT 0)`
  yield* sql`CREATE TABLE naive_holds (id text PRIMARY KEY, account_id text NOT NULL, amount bigint NOT NULL,
    deadline timestamptz NOT NULL)`
  yield* sql`CREATE TABLE naive_entries (account_id text NOT NULL, id text NOT NULL, time timestamptz NOT NULL,
    cost bigint NOT NULL, source text NOT NULL, api_type text NOT NULL, parameters jsonb NOT NULL,
    PRIMARY KEY (account_id, id))`
  yield* sql`CREATE INDEX ON naive_entries (account_id, time DESC, id DESC)`
  yield* sql`INSERT INTO naive_accounts (id, balance) SELECT id, 1000000000 FROM ${all}`
})

export interface Call {
  hold(account: AccountId): Effect.Effect<HoldId, unknown, SqlClient.SqlClient | Ledger>
  settle(account: AccountId, holdId: HoldId): Effect.Effect<unknown, unknown, SqlClient.SqlClient | Ledger>
}

const product: Call = {
  hold: Effect.fnUntraced(function* (account: AccountId) {
    const ledger = yield* Ledger
    const caller = { accountId: account, keyId, application: null, apiTypePrefix: "" } as const
    return (yield* ledger.admit(caller, held, true)).holdId
  }),
  settle: Effect.fnUntraced(function* (account: AccountId, holdId: HoldId) {
    const ledger = yield* Ledger
    yield* ledger.settle(account, { holdId, cost, usage })
  })
}

/** BEGIN, UPDATE, INSERT, COMMIT for the hold, and the same for the settlement. */
const twoStatements: Call = {
  hold: Effect.fnUntraced(function* (account: AccountId) {
    const sql = yield* SqlClient.SqlClient
    const id = yield* newId("hold")
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`UPDATE naive_accounts SET held = held + ${held} WHERE id = ${account} AND balance - held >= ${held}`
        yield* sql`INSERT INTO naive_holds VALUES (${id}, ${account}, ${held}, now() + interval '120 s')`
      })
    )
    return id
  }),
  settle: Effect.fnUntraced(function* (account: AccountId, id: HoldId) {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          WITH ended AS (DELETE FROM naive_holds WHERE id = ${id} RETURNING amount)
          UPDATE naive_accounts a SET held = held - ended.amount, balance = balance - ${cost}
          FROM ended WHERE a.id = ${account}`
        yield* sql`
          INSERT INTO naive_entries VALUES (${account}, ${id}, now(), ${cost}, 'bench', 'keywords',
            ${JSON.stringify(parameters)}::jsonb)`
      })
    )
  })
}

const oneStatement: Call = {
  hold: Effect.fnUntraced(function* (account: AccountId) {
    const sql = yield* SqlClient.SqlClient
    const id = yield* newId("hold")
    yield* sql`
      WITH paid AS (
        UPDATE naive_accounts SET held = held + ${held} WHERE id = ${account} AND balance - held >= ${held} RETURNING id
      ) INSERT INTO naive_holds SELECT ${id}, id, ${held}, now() + interval '120 s' FROM paid`
    return id
  }),
  settle: Effect.fnUntraced(function* (account: AccountId, id: HoldId) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      WITH ended AS (DELETE FROM naive_holds WHERE id = ${id} RETURNING amount), paid AS (
        UPDATE naive_accounts a SET held = held - ended.amount, balance = balance - ${cost}
        FROM ended WHERE a.id = ${account} RETURNING a.id
      ) INSERT INTO naive_entries SELECT id, ${id}, now(), ${cost}, 'bench', 'keywords',
          ${JSON.stringify(parameters)}::jsonb FROM paid`
  })
}

export const calls = { product, "two statements": twoStatements, "one statement": oneStatement }
export type Way = keyof typeof calls
