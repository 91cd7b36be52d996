/** Creating, editing and deleting the rules of an account, within the caller's transaction. */
import { type AccountId, Conflict, type EndpointId, type Rule, type RuleId, type RuleInput } from "@heddle/api"
import { sameKeywordText } from "@heddle/api/keywords"
import { Effect, Struct } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { audit } from "../../accounts/audit/AuditLog.ts"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { newId } from "../../runtime/Ids.ts"
import type { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import type { Outbox } from "../delivery/Outbox.ts"
import { unknownEndpoint, unknownRule } from "./EndpointRecords.ts"
import { checkedColumns, ruleOf, type RuleRow } from "./RuleRow.ts"

interface Needed {
  readonly sql: SqlClient.SqlClient
  readonly ledger: Ledger["Service"]
  readonly outbox: Outbox["Service"]
  readonly settings: Settings["Service"]
  /** Locks an account that is not closed. */
  readonly lockOpen: (accountId: AccountId) => Effect.Effect<unknown, Conflict | SqlError.SqlError>
  /** Notifies the rounds. */
  readonly rulesChange: (accountId: AccountId) => Effect.Effect<unknown, SqlError.SqlError>
}

/** What a rule asks for, as the audit log shows it. */
const conditionsOfRule = (rule: Rule) => Struct.omit(rule, ["id", "contentKey", "createdAt"])

/** Stores the posts that a rule leaves out, within the transaction that creates it. */
export type LeaveOut = (rule: RuleRow) => Effect.Effect<void, SqlError.SqlError>

type Columns = Effect.Success<ReturnType<typeof checkedColumns>>

interface OtherRule {
  readonly id: RuleId
  readonly keyword: string | null
}

const identical = ({ keyword, encoded }: Columns, other: OtherRule | undefined, outcome: string) => {
  const typed = other?.keyword ?? null
  const same =
    other === undefined || encoded === null || keyword === null || typed === null || typed === keyword
      ? "."
      : `, \`${other.id}\` with the keyword \`${typed}\`: ${sameKeywordText(keyword, typed, encoded)}`
  return new Conflict({ detail: `This endpoint already has an identical rule${same} Nothing was ${outcome}.` })
}

export const makeRuleChanges = ({ sql, ledger, outbox, settings, lockOpen, rulesChange }: Needed) => {
  const { maxRulesPerEndpoint, maxRulesPerAccount, ruleLanguages } = settings

  const sameRule = (accountId: AccountId, endpointId: EndpointId, content: string) =>
    Effect.map(
      sql<OtherRule>`
        SELECT id, keyword FROM webhook_rules
        WHERE account_id = ${accountId} AND endpoint_id = ${endpointId} AND content = ${content}`,
      ([row]) => row
    )

  const create = Effect.fnUntraced(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    input: RuleInput,
    leaveOut: LeaveOut | null = null
  ) {
    const columns = yield* checkedColumns(input, ruleLanguages)
    yield* lockOpen(accountId)
    const [endpoint] = yield* sql<{ rules: number; ofAccount: number }>`
      SELECT (SELECT count(*) FROM webhook_rules r WHERE r.account_id = e.account_id AND r.endpoint_id = e.id) AS rules,
        (SELECT count(*) FROM webhook_rules r WHERE r.account_id = e.account_id) AS of_account
      FROM webhook_endpoints e WHERE e.account_id = ${accountId} AND e.id = ${endpointId}`
    if (endpoint === undefined) return yield* unknownEndpoint(endpointId)
    if (endpoint.rules >= maxRulesPerEndpoint) {
      return yield* new Conflict({
        detail: `The endpoint has ${maxRulesPerEndpoint} rules, which is the limit; delete one first.`
      })
    }
    if (endpoint.ofAccount >= maxRulesPerAccount) {
      return yield* new Conflict({
        detail: `The account has ${maxRulesPerAccount} rules across all endpoints, which is the limit; delete one first.`
      })
    }
    const [row] = yield* sql<RuleRow>`
      INSERT INTO webhook_rules (account_id, id, endpoint_id, type, keyword, like_count, reply_count, view_count,
        lookback_hours, language, content, send_existing, created_at)
      VALUES (${accountId}, ${yield* newId("rule")}, ${endpointId}, ${columns.type}, ${columns.keyword},
        ${columns.likeCount}, ${columns.replyCount}, ${columns.viewCount}, ${columns.lookbackHours},
        ${columns.language}, ${columns.content}, ${leaveOut === null}, ${yield* now})
      ON CONFLICT (account_id, endpoint_id, content) DO NOTHING RETURNING *`
    if (row === undefined) {
      return yield* identical(columns, yield* sameRule(accountId, endpointId, columns.content), "created")
    }
    if (leaveOut !== null) yield* leaveOut(row)
    yield* rulesChange(accountId)
    const rule = ruleOf(row)
    yield* audit(sql, accountId, "rule.created", {
      target: rule.id,
      details: { endpointId, ...conditionsOfRule(rule) }
    })
    return rule
  })

  /**
   * The rule keeps its id, and with it the posts it has sent or leaves out. Only the portal offers it (service.md, "Webhook rule"). The
   * next round checks the whole window of the edited rule once. A round that runs meanwhile makes no more events by what
   * the rule asked for before, because an event is made for the revision that matched.
   */
  const update = Effect.fnUntraced(function* (accountId: AccountId, ruleId: RuleId, input: RuleInput) {
    const columns = yield* checkedColumns(input, ruleLanguages)
    yield* ledger.lock(accountId)
    const [before] = yield* sql<RuleRow>`
      SELECT * FROM webhook_rules WHERE account_id = ${accountId} AND id = ${ruleId}`
    if (before === undefined) return yield* unknownRule(ruleId)
    if (before.content === columns.content && before.keyword === columns.keyword) return ruleOf(before)
    const same = yield* sameRule(accountId, before.endpointId, columns.content)
    if (same !== undefined && same.id !== ruleId) return yield* identical(columns, same, "changed")
    const { type, keyword, likeCount, replyCount, viewCount, lookbackHours, language, content } = columns
    const [row] = yield* sql<RuleRow>`
      UPDATE webhook_rules SET type = ${type}, keyword = ${keyword}, like_count = ${likeCount},
        reply_count = ${replyCount}, view_count = ${viewCount}, lookback_hours = ${lookbackHours},
        language = ${language}, content = ${content}, checked = false,
        revision = 1 + floor(random() * 9007199254740990)::bigint
      WHERE account_id = ${accountId} AND id = ${ruleId} RETURNING *`
    const rule = ruleOf(row ?? before)
    yield* rulesChange(accountId)
    yield* audit(sql, accountId, "rule.updated", {
      target: ruleId,
      details: { before: conditionsOfRule(ruleOf(before)), after: conditionsOfRule(rule) }
    })
    return rule
  })

  const remove = Effect.fnUntraced(function* (accountId: AccountId, ruleId: RuleId) {
    yield* ledger.lock(accountId)
    const [row] = yield* sql<RuleRow>`
      DELETE FROM webhook_rules WHERE account_id = ${accountId} AND id = ${ruleId} RETURNING *`
    if (row === undefined) return yield* unknownRule(ruleId)
    yield* outbox.cancel(accountId, { ruleId })
    yield* rulesChange(accountId)
    yield* audit(sql, accountId, "rule.deleted", {
      target: ruleId,
      details: { endpointId: row.endpointId, ...conditionsOfRule(ruleOf(row)) }
    })
  })

  return { create, update, remove }
}
