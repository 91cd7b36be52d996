/** The rules for SQL that names tables of other modules, and the single statements that do so with a reason. */

/** Every table of the second module may be named in the first. */
export const readers: ReadonlyArray<readonly [reader: string, module: string]> = [
  ["queries", "store"],
  ["embeddings", "store"]
]

/** The functions of the database that name tables; the others name none. */
export const moduleOfFunction: Readonly<Record<string, string>> = {
  "reset_rollups.sql": "store",
  "key_budget.sql": "credits",
  "ledger_apply.sql": "credits",
  "ledger_refund.sql": "credits",
  "newest_posts.sql": "store",
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
