/** What a round does for each account, and what it stores at its end. */
import { type AccountId, type RuleId, webhookEventPrice } from "@heddle/api"
import { Array as Arr, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { lockAccounts } from "../../accounts/customers/AccountRows.ts"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { arrayOf, listed, recordset } from "../../database/client/Recordset.ts"
import type { AccountRow } from "./LiveRules.ts"

/** Accounts whose credits one statement reads, so that it does not occupy the embedded database for long. */
const balancesAtOnce = 500
/** Accounts or rules that one transaction stores, for the same reason. */
const storedAtOnce = 500

/** `skip`: an account without the credits for an event, whose whole window is checked when it has them. */
export type Extent = "changes" | "window" | "skip"

export interface Account {
  readonly row: AccountRow
  readonly extent: Extent
}

/** A rule that was created or edited since the last round. */
export interface NewRule {
  readonly accountId: AccountId
  readonly id: RuleId
  readonly revision: number
}

export interface RoundEnd {
  readonly accounts: ReadonlyMap<AccountId, Account>
  readonly newRules: ReadonlyArray<NewRule>
  readonly outOfCredits: ReadonlySet<AccountId>
  readonly at: Date
  /** Those of the checked shards that this process still owns, locked until the caller's transaction ends. */
  readonly stillOwned: Effect.Effect<ReadonlySet<number>, SqlError.SqlError>
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
      SELECT w.account_id, w.id, w.revision FROM webhook_rules w JOIN webhook_rounds r ON r.account_id = w.account_id
      WHERE NOT w.checked AND r.shard = ANY (${arrayOf("smallint", shards)})`

  /** A new plan begins with a check of the whole window. */
  const markWithoutPlan = Effect.fnUntraced(function* (rows: ReadonlyArray<AccountRow>) {
    const ended = rows.filter(({ hasPlan, wholeWindow }) => !hasPlan && !wholeWindow)
    if (ended.length === 0) return
    yield* sql`
      UPDATE webhook_rounds SET whole_window = true WHERE account_id IN ${listed(
        ended.map(({ accountId }) => accountId)
      )}`
  })

  const update = (accountIds: ReadonlyArray<AccountId>, set: Statement.Fragment, at: Date) => sql`
    UPDATE webhook_rounds SET ${set}, recheck_at = CASE WHEN recheck_at > ${at} THEN recheck_at END
    WHERE account_id IN ${listed(accountIds)}`

  /** A rule that has been edited since is left to the next round. */
  const markChecked = (rules: ReadonlyArray<NewRule>) => sql`
    UPDATE webhook_rules w SET checked = true
    FROM ${recordset(sql, "n", { accountId: "text", id: "text", revision: "bigint" }, rules)}
    WHERE w.account_id = n.account_id AND w.id = n.id AND w.revision = n.revision`

  /** Stores something of those accounts whose shards this process still owns, some accounts in a transaction. */
  const storeOwned = <A extends { readonly accountId: AccountId }, E>(
    some: ReadonlyArray<A>,
    { accounts, stillOwned }: RoundEnd,
    write: (some: Arr.NonEmptyReadonlyArray<A>) => Effect.Effect<unknown, E>
  ) =>
    Effect.forEach(
      Arr.chunksOf(some, storedAtOnce),
      (chunk) =>
        Effect.gen(function* () {
          yield* lockAccounts(sql, new Set(chunk.map(({ accountId }) => accountId)))
          const shards = yield* stillOwned
          const mine = chunk.filter(({ accountId }) => shards.has(accounts.get(accountId)?.row.shard ?? -1))
          if (Arr.isReadonlyArrayNonEmpty(mine)) yield* write(mine)
        }).pipe((effect) => atomically(sql, effect)),
      { discard: true }
    )

  /**
   * Stores what was checked, before the cursors of the shards move. After a crash in between, the next round reads the
   * changes since the older cursors again.
   */
  const store = Effect.fnUntraced(function* (end: RoundEnd) {
    const { accounts, newRules, outOfCredits, at } = end
    const cut: Array<AccountRow> = []
    const wholeAgain: Array<AccountRow> = []
    const isCut = ({ row, extent }: Account) => extent === "skip" || outOfCredits.has(row.accountId)
    for (const account of accounts.values()) {
      const { row, extent } = account
      if (isCut(account)) {
        if (extent !== "skip" || !row.wholeWindow) cut.push(row)
      } else if (row.wholeWindow || row.capEnded) wholeAgain.push(row)
    }
    const ids = (rows: ReadonlyArray<AccountRow>) => rows.map(({ accountId }) => accountId)
    yield* storeOwned(cut, end, (some) => update(ids(some), sql`whole_window = true, out_of_credits_at = ${at}`, at))
    yield* storeOwned(wholeAgain, end, (some) =>
      update(ids(some), sql`whole_window = false, out_of_credits_at = NULL`, at)
    )
    const isComplete = ({ accountId }: NewRule) => {
      const account = accounts.get(accountId)
      return account !== undefined && !isCut(account)
    }
    yield* storeOwned(newRules.filter(isComplete), end, markChecked)
  })

  return { extents, newRules, markWithoutPlan, store }
}
