/**
 * Editing a rule in place: it keeps its id, and with it the posts it has sent. Only the portal offers it (service.md,
 * "Webhook rule"). The next round checks the whole window of the edited rule once. A round that runs meanwhile makes no
 * more events by what the rule asked for before, because an event is made for the revision that matched.
 */
import { type AccountId, Conflict, type Language, type Rule, type RuleId, type RuleInput } from "@heddle/api"
import { Effect, Struct } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { audit } from "../../accounts/audit/AuditLog.ts"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { checkedColumns, ruleOf, type RuleRow } from "./RuleRow.ts"
import { unknownRule } from "./EndpointRecords.ts"

type EditedRow = RuleRow & { readonly content: string }

/** What a rule asks for, as the audit log shows it. */
export const conditionsOfRule = (rule: Rule) => Struct.omit(rule, ["id", "createdAt"])

/** Within the caller's transaction. `rulesChange` notifies the rounds. */
export const makeRuleEditing = (
  sql: SqlClient.SqlClient,
  ledger: Ledger["Service"],
  ruleLanguages: ReadonlyArray<Language>,
  rulesChange: (accountId: AccountId) => Effect.Effect<unknown, SqlError.SqlError>
) =>
  Effect.fnUntraced(function* (accountId: AccountId, ruleId: RuleId, input: RuleInput) {
    const columns = yield* checkedColumns(input, ruleLanguages)
    yield* ledger.lock(accountId)
    const [before] = yield* sql<EditedRow>`
      SELECT * FROM webhook_rules WHERE account_id = ${accountId} AND id = ${ruleId}`
    if (before === undefined) return yield* unknownRule(ruleId)
    if (before.content === columns.content && before.keyword === columns.keyword) return ruleOf(before)
    const same = yield* sql`
      SELECT 1 FROM webhook_rules
      WHERE account_id = ${accountId} AND endpoint_id = ${before.endpointId} AND content = ${columns.content}
        AND id <> ${ruleId}`
    if (same.length > 0) {
      return yield* new Conflict({ detail: "This endpoint already has an identical rule. Nothing was changed." })
    }
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
