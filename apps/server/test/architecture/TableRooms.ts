/** Which room owns which table, who may read it by rule, and the single statements that cross a border with a reason. */

export type Room =
  | "accounts"
  | "billing"
  | "continuation"
  | "credits"
  | "database"
  | "embeddings"
  | "idempotency"
  | "mail"
  | "runtime"
  | "store"
  | "webhooks"

export const roomOfTable: Readonly<Record<string, Room>> = {
  accounts: "accounts",
  api_keys: "accounts",
  audit_entries: "accounts",
  author_metrics: "store",
  author_names: "store",
  authors: "store",
  credit_grants: "credits",
  credit_holds: "credits",
  credit_notices: "credits",
  credit_revocations: "credits",
  embedding_models: "embeddings",
  follower_counts: "store",
  forecast_models: "store",
  forecast_trainings: "store",
  idempotency_keys: "idempotency",
  interactions: "store",
  kept_rows: "continuation",
  key_budgets: "credits",
  language_shares: "store",
  ledger_checks: "credits",
  like_counts: "store",
  like_steps: "store",
  library_posts: "store",
  library_progress: "store",
  mails: "mail",
  network_checks: "store",
  network_checks_progress: "store",
  network_ids: "store",
  oauth_clients: "accounts",
  oauth_connections: "accounts",
  oauth_keys: "accounts",
  oauth_records: "accounts",
  payment_book: "billing",
  payment_book_subscriptions: "billing",
  payment_customers: "billing",
  plan_periods: "credits",
  post_changes: "store",
  post_codes: "store",
  post_metrics: "store",
  posts: "store",
  processes: "runtime",
  prominence_floors: "store",
  prominent_posts: "store",
  purchases: "billing",
  rejected_events: "store",
  replies: "store",
  service_facts: "runtime",
  rolled_terms: "store",
  rollup_progress: "store",
  sign_in_attempts: "accounts",
  source_cursors: "store",
  source_leases: "store",
  sql_functions: "database",
  subscriptions: "billing",
  term_counts: "store",
  term_shares: "store",
  term_steps: "store",
  told_expiries: "credits",
  usage_days: "credits",
  usage_days_until: "credits",
  usage_entries: "credits",
  user_backup_codes: "accounts",
  user_credentials: "accounts",
  user_email_changes: "accounts",
  user_one_time_codes: "accounts",
  user_passkeys: "accounts",
  user_sessions: "accounts",
  user_verifications: "accounts",
  users: "accounts",
  webhook_attempts: "webhooks",
  webhook_endpoints: "webhooks",
  webhook_events: "webhooks",
  webhook_listeners: "webhooks",
  webhook_queues: "webhooks",
  webhook_recoveries: "webhooks",
  webhook_round_processes: "webhooks",
  webhook_round_shards: "webhooks",
  webhook_rounds: "webhooks",
  webhook_rules: "webhooks",
  webhook_secrets: "webhooks"
}

/** Every table of the second room may be named in the first. */
export const readers: ReadonlyArray<readonly [reader: string, room: Room]> = [
  ["queries", "store"],
  ["embeddings", "store"]
]

/** The functions of the database that name tables; the others name none. */
export const roomOfFunction: Readonly<Record<string, Room>> = {
  "count_again.sql": "store",
  "key_budget.sql": "credits",
  "ledger_apply.sql": "credits",
  "ledger_refund.sql": "credits",
  "refuse_change.sql": "credits",
  "refuse_two_plans.sql": "credits",
  "spendable_grants.sql": "credits"
}

export interface Exception {
  /** Below `apps/server/src`. */
  readonly file: string
  readonly table: string
  readonly reason: string
}

const freeRead = "A free read of a caller costs one statement; a second one would double its price."
const ledgerStep = "Money moves in one statement under the account's lock, and a key is proved in that same statement."

export const exceptions: ReadonlyArray<Exception> = [
  { file: "credits/ledger/CallerStates.ts", table: "accounts", reason: freeRead },
  { file: "credits/ledger/CallerStates.ts", table: "api_keys", reason: freeRead },
  { file: "credits/ledger/CallerStates.ts", table: "subscriptions", reason: freeRead },
  { file: "database/functions/ledger_apply.sql", table: "accounts", reason: ledgerStep },
  { file: "database/functions/ledger_apply.sql", table: "api_keys", reason: ledgerStep },
  { file: "database/functions/ledger_refund.sql", table: "accounts", reason: ledgerStep },
  {
    file: "database/functions/key_budget.sql",
    table: "api_keys",
    reason:
      "A key's limit is compared with its budget in the statement that asks; keys of one budget share their holds."
  },
  {
    file: "credits/ledger/LedgerCheck.ts",
    table: "api_keys",
    reason: "The proof of a page of accounts is one snapshot, and entries name the key, not its budget."
  },
  {
    file: "idempotency/IdempotencyStore.ts",
    table: "processes",
    reason: "Whether a claim gives way is decided in the statement that takes its place."
  },
  {
    file: "credits/alerts/AlertRows.ts",
    table: "webhook_rules",
    reason: "One statement looks at every account, and an account with rules has run out earlier: an event costs more."
  }
]
