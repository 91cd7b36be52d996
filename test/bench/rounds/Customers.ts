/** Accounts with a plan, credits, an endpoint and rules, as the product's own services write them, but many at a time. */
import { AccountId, maxLookbackHours } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { recordset } from "../../../apps/server/src/database/client/Recordset.ts"
import { Secrets } from "../../../apps/server/src/runtime/Secrets.ts"
import { canonicalRule } from "@heddle/api/webhooks"
import type { NewRule } from "./RuleSet.ts"

const ruleBatch = 5_000
const digits = 26

const idOf = (kind: string, index: number) => `${kind}_${String(index).padStart(digits, "0")}`
export const accountOf = (index: number) => AccountId.make(idOf("acct", index))
export const ruleIdOf = (index: number) => idOf("rule", index)
const endpointOf = (index: number) => idOf("ep", index)

/** Removes all accounts with everything that belongs to them, and what rounds remember. The posts stay. */
export const removeCustomers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      // Grants refuse to be deleted otherwise.
      yield* sql`SET LOCAL session_replication_role = replica`
      yield* sql`TRUNCATE credit_holds, post_changes, webhook_round_processes, accounts CASCADE`
      yield* sql`
        UPDATE webhook_round_shards SET process = NULL, cursor = NULL, next_cursor = NULL, due_at = '-infinity',
          started_at = NULL, checked_at = NULL`
    })
  )
})

const writeAccounts = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const secrets = yield* Secrets
  const id = (kind: string) => sql`${`${kind}_`}::text || lpad(n::text, ${digits}, '0')`
  const each = sql`generate_series(0, ${count - 1}::int) AS n`
  yield* sql`
    INSERT INTO accounts (id, email, created_at)
    SELECT ${id("acct")}, 'customer' || n || '@example.com', now() FROM ${each}`
  yield* sql`
    INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
    SELECT ${id("acct")}, ${id("grant")}, 'plan', 1000000000, now() - interval '1 day', now() + interval '30 days', now()
    FROM ${each}`
  yield* sql`
    INSERT INTO plan_periods (account_id, id, plan, starts_at, ends_at, anchor_at, number, grant_id, created_at)
    SELECT ${id("acct")}, ${id("period")}, 'standard', now() - interval '1 day', now() + interval '30 days',
      now() - interval '1 day', 1, ${id("grant")}, now()
    FROM ${each}`
  yield* sql`
    INSERT INTO webhook_endpoints (account_id, id, url, created_at)
    SELECT ${id("acct")}, ${id("ep")}, 'https://customer' || n || '.example/hook', now() FROM ${each}`
  yield* sql`
    INSERT INTO webhook_secrets (account_id, endpoint_id, id, sealed_secret, created_at)
    SELECT ${id("acct")}, ${id("ep")}, ${id("sec")}, ${secrets.seal("whsec_bench")}, now() FROM ${each}`
  yield* sql`
    INSERT INTO webhook_queues (account_id, endpoint_id) SELECT ${id("acct")}, ${id("ep")} FROM ${each}`
  yield* sql`
    INSERT INTO webhook_rounds (account_id) SELECT ${id("acct")} FROM ${each}`
})

const ruleTypes = {
  account_id: "text",
  id: "text",
  endpoint_id: "text",
  type: "text",
  keyword: "text",
  like_count: "bigint",
  reply_count: "bigint",
  view_count: "bigint",
  lookback_hours: "integer",
  language: "text",
  content: "text"
} as const

/** The rules count as checked, so that a round has only changes to look at. */
const writeRules = Effect.fnUntraced(function* (rules: ReadonlyArray<NewRule>, rulesEach: number, firstId = 0) {
  const sql = yield* SqlClient.SqlClient
  for (let from = 0; from < rules.length; from += ruleBatch) {
    const rows = rules.slice(from, from + ruleBatch).map((rule, at) => {
      const account = Math.floor((from + at) / rulesEach)
      return {
        account_id: accountOf(account),
        id: ruleIdOf(firstId + from + at),
        endpoint_id: endpointOf(account),
        type: rule.type,
        keyword: rule.keyword,
        like_count: rule.likeCount,
        reply_count: rule.replyCount,
        view_count: rule.viewCount,
        lookback_hours: rule.lookbackHours,
        language: rule.language,
        content: rule.content
      }
    })
    yield* sql`
      INSERT INTO webhook_rules (account_id, id, endpoint_id, type, keyword, like_count, reply_count, view_count,
        lookback_hours, language, content, created_at, checked)
      SELECT account_id, id, endpoint_id, type, keyword, like_count, reply_count, view_count, lookback_hours, language,
        content, now(), true
      FROM ${recordset(sql, "n", ruleTypes, rows)}`
  }
})

/** Replaces all customers by those of these rules. */
export const writeCustomers = Effect.fnUntraced(function* (rules: ReadonlyArray<NewRule>, rulesEach: number) {
  const sql = yield* SqlClient.SqlClient
  yield* removeCustomers
  yield* writeAccounts(Math.ceil(rules.length / rulesEach))
  yield* writeRules(rules, rulesEach)
  yield* sql`
    VACUUM (ANALYZE) accounts, credit_grants, plan_periods, webhook_endpoints, webhook_queues, webhook_rounds, webhook_rules`
})

/** Trending rules of a whole window, each with a count of likes that no post reaches. */
export const unreachedRules = (count: number): ReadonlyArray<NewRule> =>
  Array.from({ length: count }, (_, index) =>
    canonicalRule({ likeCount: 900_000_000 + index, lookbackHours: maxLookbackHours, language: "zh" })
  ).flatMap((rule) => rule ?? [])

/** The same trending rule for each customer. */
export const discussedRules = (count: number, replyCount: number): ReadonlyArray<NewRule> =>
  Array.from({ length: count }, () => canonicalRule({ replyCount, lookbackHours: 24, language: "zh" })).flatMap(
    (rule) => rule ?? []
  )

/** Removes what rounds do for the accounts from this one on. */
export const stopRoundsFrom = (account: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`DELETE FROM webhook_rules WHERE account_id >= ${accountOf(account)}`
    yield* sql`DELETE FROM webhook_rounds WHERE account_id >= ${accountOf(account)}`
    yield* sql`VACUUM (ANALYZE) webhook_rules, webhook_rounds`
  })

/** Adds a rule to each of the first accounts. */
export const addRules = Effect.fnUntraced(function* (rules: ReadonlyArray<NewRule>, firstId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* writeRules(rules, 1, firstId)
  yield* sql`
    UPDATE webhook_rounds SET rules_version = gen_random_uuid() WHERE account_id < ${accountOf(rules.length)}`
})
