/**
 * The rules of all accounts of this process that have a plan with webhooks, kept in an index between rounds. An account is
 * read again only when its rules have changed since.
 */
import type { AccountId, RuleId } from "@heddle/api"
import { Array as Arr, Effect, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { arrayOf, listed } from "../../database/client/Recordset.ts"
import { paged } from "../../database/client/Paged.ts"
import { hasWebhookPlan } from "../../credits/plans/CurrentPlan.ts"
import { forEachInSlices } from "../../runtime/Batches.ts"
import { makeRuleIndex } from "./RuleIndex.ts"
import type { MatchableRule } from "../management/RuleRow.ts"

const accountsAtOnce = 5_000
const rulesAtOnce = 5_000
/** As many as the planner expects in a list of any length. With thousands it would sort all rules for each page. */
const accountsInList = 100

/** An account of the shards in a round. */
export interface AccountRow {
  readonly accountId: AccountId
  readonly shard: number
  readonly hasPlan: boolean
  readonly wholeWindow: boolean
  /** The daily cap of one of its endpoints was reached on an earlier day. */
  readonly capEnded: boolean
  readonly rulesVersion: string
}

interface Known {
  readonly shard: number
  version: string | null
  readonly rules: Map<RuleId, MatchableRule>
}

export const makeLiveRules = (sql: SqlClient.SqlClient) => {
  const index = makeRuleIndex<MatchableRule>()
  const accounts = new Map<AccountId, Known>()

  const drop = (accountId: AccountId, { rules }: Known): void => {
    for (const rule of rules.values()) index.remove(rule)
    accounts.delete(accountId)
  }

  const accountsOf = (shards: ReadonlyArray<number>, time: Date) =>
    paged(
      accountsAtOnce,
      (after?: AccountRow) =>
        sql<AccountRow>`
        SELECT r.account_id, r.shard, r.whole_window, coalesce(r.recheck_at <= ${time}, false) AS cap_ended,
          r.rules_version::text AS rules_version, ${hasWebhookPlan(sql, "r.account_id", time)} AS has_plan
        FROM webhook_rounds r
        WHERE r.shard = ANY (${arrayOf("smallint", shards)})
          AND r.account_id > ${after?.accountId ?? ""}
        ORDER BY r.account_id LIMIT ${accountsAtOnce}`
    )

  const rulesOf = (ids: ReadonlyArray<AccountId>) =>
    paged(
      rulesAtOnce,
      (after?: MatchableRule) =>
        sql<MatchableRule>`
        SELECT account_id, id, endpoint_id, type, keyword, like_count, reply_count, view_count, lookback_hours, language,
          revision
        FROM webhook_rules
        WHERE account_id IN ${listed(ids)} AND (account_id, id) > (${after?.accountId ?? ""}, ${after?.id ?? ""})
        ORDER BY account_id, id LIMIT ${rulesAtOnce}`
    )

  const read = Effect.fnUntraced(function* (changed: ReadonlyArray<AccountRow>) {
    const seen = new Set<RuleId>()
    const add = (rule: MatchableRule): void => {
      seen.add(rule.id)
      const known = accounts.get(rule.accountId)
      if (known === undefined || known.rules.get(rule.id)?.revision === rule.revision) return
      known.rules.set(rule.id, rule)
      index.add(rule)
    }
    for (const some of Arr.chunksOf(changed, accountsInList)) {
      const pages = rulesOf(some.map(({ accountId }) => accountId))
      yield* Stream.runForEach(pages, (page) => forEachInSlices(page, add))
    }
    yield* forEachInSlices(changed, ({ accountId, rulesVersion }) => {
      const known = accounts.get(accountId)
      if (known === undefined) return
      for (const rule of known.rules.values()) {
        if (seen.has(rule.id)) continue
        index.remove(rule)
        known.rules.delete(rule.id)
      }
      known.version = rulesVersion
    })
  })

  /**
   * Reads the accounts of these shards and the rules that changed. Forgets the rules of accounts without a plan, and those
   * of shards that are not among `owned`.
   */
  const synchronize = Effect.fn("LiveRules.synchronize")(function* (
    owned: ReadonlySet<number>,
    shards: ReadonlyArray<number>,
    time: Date
  ) {
    const rows = (yield* Stream.runCollect(accountsOf(shards, time))).flat()
    const withPlan = new Set(rows.filter(({ hasPlan }) => hasPlan).map(({ accountId }) => accountId))
    const inRound = new Set(shards)
    yield* forEachInSlices([...accounts], ([accountId, known]) => {
      const isGone = inRound.has(known.shard) ? !withPlan.has(accountId) : !owned.has(known.shard)
      if (isGone) drop(accountId, known)
    })
    const changed: Array<AccountRow> = []
    for (const row of rows) {
      if (!row.hasPlan) continue
      const known = accounts.get(row.accountId)
      if (known === undefined) accounts.set(row.accountId, { shard: row.shard, version: null, rules: new Map() })
      if (known?.version !== row.rulesVersion) changed.push(row)
    }
    if (changed.length > 0) yield* read(changed)
    return rows
  })

  return {
    index,
    synchronize,
    rulesOf: (accountId: AccountId): ReadonlyMap<RuleId, MatchableRule> => accounts.get(accountId)?.rules ?? new Map()
  }
}

export type LiveRules = ReturnType<typeof makeLiveRules>
