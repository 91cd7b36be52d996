/** What a round does for each account, and what it stores of it at its end. */
import { type AccountId, type RuleId, webhookEventPrice } from "@heddle/api"
import { Array as Arr, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { lockAccounts } from "../../accounts/customers/AccountLock.ts"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { listed } from "../../database/client/Listed.ts"
import { arrayOf, recordset } from "../../database/client/Recordset.ts"
import type { AccountRow } from "./LiveRules.ts"

/** Accounts whose credits one statement reads, so that it does not occupy the embedded database for long. */
const balancesAtOnce = 500

/** `skip`: an account without the credits for an event, whose whole window is checked when it has them. */
export type Extent = "changes" | "window" | "skip"

export interface Account {
  readonly row: AccountRow
  readonly extent: Extent
}

/** A rule that was created since the last round. */
export interface NewRule {
  readonly accountId: AccountId
  readonly id: RuleId
}

export interface RoundEnd {
  readonly accounts: ReadonlyMap<AccountId, Account>
  readonly newRules: ReadonlyArray<NewRule>
  readonly outOfCredits: ReadonlySet<AccountId>
  readonly at: Date
}

export const makeRoundAccounts = (sql: SqlClient.SqlClient, ledger: Ledger["Service"]) => {
  /** The accounts that have rules in force; `behind` are the shards of which no changes are known. */
  const extents = Effect.fnUntraced(function* (rows: ReadonlyArray<AccountRow>, behind: ReadonlySet<number>) {
    const inForce = rows.filter(({ hasPlan }) => hasPlan)
    const needsWindow = ({ wholeWindow, capEnded, shard }: AccountRow) => wholeWindow || capEnded || behind.has(shard)
    const canPay = new Set<AccountId>()
    const asked = inForce.filter(needsWindow).map(({ accountId }) => accountId)
    for (const some of Arr.chunksOf(asked, balancesAtOnce)) {
      for (const accountId of yield* ledger.canSpend(some, webhookEventPrice)) canPay.add(accountId)
    }
    const extentOf = (row: AccountRow): Extent =>
      needsWindow(row) ? (canPay.has(row.accountId) ? "window" : "skip") : "changes"
    return new Map(inForce.map((row): [AccountId, Account] => [row.accountId, { row, extent: extentOf(row) }]))
  })

  const newRules = (shards: ReadonlyArray<number>) =>
    sql<NewRule>`
      SELECT w.account_id, w.id FROM webhook_rules w JOIN webhook_rounds r ON r.account_id = w.account_id
      WHERE NOT w.checked AND r.shard = ANY (${arrayOf("smallint", shards)})`

  /** A new plan begins with a check of the whole window. */
  const markWithoutPlan = Effect.fnUntraced(function* (rows: ReadonlyArray<AccountRow>) {
    const ended = rows.filter(({ hasPlan, wholeWindow }) => !hasPlan && !wholeWindow)
    if (ended.length === 0) return
    yield* sql`
      UPDATE webhook_rounds SET whole_window = true WHERE account_id IN ${listed(
        sql,
        ended.map(({ accountId }) => accountId)
      )}`
  })

  const update = Effect.fnUntraced(function* (accounts: ReadonlyArray<Account>, set: Statement.Fragment, at: Date) {
    if (accounts.length === 0) return
    const ids = accounts.map(({ row }) => row.accountId)
    yield* sql`
      UPDATE webhook_rounds SET ${set}, recheck_at = CASE WHEN recheck_at > ${at} THEN recheck_at END
      WHERE account_id IN ${listed(sql, ids)}`
  })

  /** Stores what was checked of the accounts of those shards that this process still owns. */
  const store = Effect.fnUntraced(function* (
    { accounts, newRules, outOfCredits, at }: RoundEnd,
    stillOwned: ReadonlySet<number>
  ) {
    const owned = [...accounts.values()].filter(({ row }) => stillOwned.has(row.shard))
    const isCut = ({ row, extent }: Account) => extent === "skip" || outOfCredits.has(row.accountId)
    const cut = owned.filter(isCut).filter(({ row, extent }) => extent !== "skip" || !row.wholeWindow)
    const complete = owned.filter((account) => !isCut(account))
    yield* update(cut, sql`whole_window = true, out_of_credits_at = ${at}`, at)
    yield* update(
      complete.filter(({ extent }) => extent === "window"),
      sql`whole_window = false, out_of_credits_at = NULL`,
      at
    )
    const completeIds = new Set(complete.map(({ row }) => row.accountId))
    const rules = newRules.filter(({ accountId }) => completeIds.has(accountId))
    if (rules.length === 0) return
    yield* sql`
      UPDATE webhook_rules w SET checked = true
      FROM ${recordset(
        sql,
        "n",
        { account_id: "text", id: "text" },
        rules.map(({ accountId, id }) => ({ account_id: accountId, id }))
      )}
      WHERE w.account_id = n.account_id AND w.id = n.id`
  })

  /** Locks the accounts of which the end of the round stores something. */
  const lock = Effect.fnUntraced(function* ({ accounts, newRules, outOfCredits }: RoundEnd) {
    const ids = new Set<AccountId>([...outOfCredits, ...newRules.map(({ accountId }) => accountId)])
    for (const [accountId, { extent }] of accounts) if (extent !== "changes") ids.add(accountId)
    if (ids.size > 0) yield* lockAccounts(sql, ids)
  })

  return { extents, newRules, markWithoutPlan, lock, store }
}
