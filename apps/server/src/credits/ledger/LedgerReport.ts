/** Checks the ledger of all accounts, page by page, and reports how much it read and how long it took. */
import type { AccountId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { accountIdsAfter, countAccounts } from "../../accounts/customers/AccountRows.ts"
import { listed } from "../../database/client/Recordset.ts"
import type { LedgerFault, LedgerReport } from "./LedgerAnswers.ts"
import { checkAccounts } from "./LedgerCheck.ts"

/** Small enough that no statement blocks the embedded database for long. */
const accountsPerPage = 200
/** A step ends with the first page after this time, so that the caller can report progress. */
const stepMillis = 2_000

type Counts = Pick<LedgerReport, "grants" | "entries" | "holds">

const countsOf = Effect.fnUntraced(function* (accountIds: ReadonlyArray<AccountId>) {
  const sql = yield* SqlClient.SqlClient
  const page = sql`account_id IN ${listed(accountIds)}`
  const [counts] = yield* sql<Counts>`
    SELECT (SELECT count(*) FROM credit_grants WHERE ${page}) AS grants,
      (SELECT count(*) FROM usage_entries WHERE ${page}) AS entries,
      (SELECT count(*) FROM credit_holds WHERE ${page}) AS holds`
  return counts ?? { grants: 0, entries: 0, holds: 0 }
})

/**
 * A statement that waited while entries moved to a new partition has planned without it and misses them: what a second look
 * does not find is no fault.
 */
const faultsOf = Effect.fnUntraced(function* (accountIds: ReadonlyArray<AccountId>) {
  const found = yield* checkAccounts(accountIds)
  return found.length === 0 ? found : yield* checkAccounts([...new Set(found.map(({ accountId }) => accountId))])
})

/** Each page is one snapshot, so that concurrent calls cause no false faults. */
const checkPages = Effect.fnUntraced(function* (after: AccountId | undefined, deadline: number) {
  const sql = yield* SqlClient.SqlClient
  const started = yield* Clock.currentTimeMillis
  const faults: Array<LedgerFault> = []
  let sums = { accounts: 0, grants: 0, entries: 0, holds: 0 }
  let last = after
  let next: AccountId | null = null
  while (true) {
    const ids = yield* accountIdsAfter(sql, last, accountsPerPage)
    next = ids.at(-1) ?? null
    if (next === null) break
    last = next
    faults.push(...(yield* faultsOf(ids)))
    const { grants, entries, holds } = yield* countsOf(ids)
    sums = {
      accounts: sums.accounts + ids.length,
      grants: sums.grants + grants,
      entries: sums.entries + entries,
      holds: sums.holds + holds
    }
    if ((yield* Clock.currentTimeMillis) >= deadline) break
  }
  return { ...sums, millis: (yield* Clock.currentTimeMillis) - started, faults, next }
}, Effect.orDie)

export const ledgerStep = Effect.fn("ledgerStep")(function* (after: AccountId | undefined) {
  const sql = yield* SqlClient.SqlClient
  const deadline = (yield* Clock.currentTimeMillis) + stepMillis
  const step = yield* checkPages(after, deadline)
  return { ...step, total: yield* countAccounts(sql) }
}, Effect.orDie)

/** Checks every account. */
export const reportLedger: Effect.Effect<LedgerReport, never, SqlClient.SqlClient> = checkPages(
  undefined,
  Infinity
).pipe(
  Effect.map(({ accounts, grants, entries, holds, millis, faults }) => ({
    accounts,
    grants,
    entries,
    holds,
    millis,
    faults
  })),
  Effect.withSpan("reportLedger")
)
