/** The ledger's check over all accounts, page by page, with what it read and how long it took. */
import type { AccountId } from "@heddle/api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { accountIdsAfter } from "../../accounts/customers/AccountRows.ts"
import { listed } from "../../database/client/Listed.ts"
import { checkAccounts, LedgerFault } from "./LedgerCheck.ts"

/** Small enough that no statement keeps the embedded database, and with it this process, for long. */
const accountsPerPage = 200

export const LedgerReport = Schema.Struct({
  accounts: Schema.Int,
  grants: Schema.Int,
  entries: Schema.Int,
  holds: Schema.Int,
  /** How long the check took, in milliseconds. */
  millis: Schema.Int,
  /** Every place where the ledger's equation does not hold; empty when all is well. */
  faults: Schema.Array(LedgerFault)
})
export type LedgerReport = typeof LedgerReport.Type

type Counts = Pick<LedgerReport, "grants" | "entries" | "holds">

const countsOf = Effect.fnUntraced(function* (accountIds: ReadonlyArray<AccountId>) {
  const sql = yield* SqlClient.SqlClient
  const page = sql`account_id IN ${listed(sql, accountIds)}`
  const [counts] = yield* sql<Counts>`
    SELECT (SELECT count(*) FROM credit_grants WHERE ${page}) AS grants,
      (SELECT count(*) FROM usage_entries WHERE ${page}) AS entries,
      (SELECT count(*) FROM credit_holds WHERE ${page}) AS holds`
  return counts ?? { grants: 0, entries: 0, holds: 0 }
})

/** Checks every account. Each page is one snapshot, so calls that go on meanwhile make no fault. */
export const reportLedger: Effect.Effect<LedgerReport, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const started = yield* Clock.currentTimeMillis
  const faults: Array<LedgerFault> = []
  let sums = { accounts: 0, grants: 0, entries: 0, holds: 0 }
  let after: AccountId | undefined
  while (true) {
    const ids = yield* accountIdsAfter(sql, after, accountsPerPage)
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    faults.push(...(yield* checkAccounts(ids)))
    const { grants, entries, holds } = yield* countsOf(ids)
    sums = {
      accounts: sums.accounts + ids.length,
      grants: sums.grants + grants,
      entries: sums.entries + entries,
      holds: sums.holds + holds
    }
  }
  return { ...sums, millis: (yield* Clock.currentTimeMillis) - started, faults }
}).pipe(Effect.orDie, Effect.withSpan("reportLedger"))
