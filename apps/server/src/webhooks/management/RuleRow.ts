/** Webhook rules: the stored row, and its mapping from and to the API. */
import {
  type AccountId,
  type EndpointId,
  invalidParameter,
  type Language,
  languagesText,
  type Rule,
  type RuleId,
  type RuleInput
} from "@heddle/api"
import { withoutTokenText } from "@heddle/api/keywords"
import { canonicalRule } from "@heddle/api/webhooks"
import { Effect } from "effect"

export interface RuleRow {
  readonly accountId: AccountId
  readonly id: RuleId
  readonly endpointId: EndpointId
  readonly type: "keyword" | "trending"
  readonly keyword: string | null
  readonly likeCount: number | null
  readonly replyCount: number | null
  readonly viewCount: number | null
  readonly lookbackHours: number
  readonly language: Language
  /** Whether it sends the posts that matched it when it was created. */
  readonly sendExisting: boolean
  /** `content` of the canonical rule. */
  readonly content: string
  /** Another number after every edit. */
  readonly revision: number
  readonly createdAt: Date
}

/** The fields of a rule that matching needs. */
export type MatchableRule = Omit<RuleRow, "sendExisting" | "content" | "createdAt">

/**
 * The columns of a new rule. Fails when the keyword contains no token to match, or when the operator does not allow the
 * language in rules.
 */
export const checkedColumns = (input: RuleInput, allowed: ReadonlyArray<Language>) => {
  const columns = canonicalRule(input)
  if (columns !== null && !allowed.includes(columns.language)) {
    return Effect.fail(
      invalidParameter({
        path: "language",
        message: `\`${columns.language}\` can be searched, but the operator of this server does not allow it in webhook rules. Use one of ${languagesText(allowed)}`
      })
    )
  }
  return columns === null
    ? Effect.fail(invalidParameter({ path: "keyword", message: withoutTokenText(input.keyword ?? "") }))
    : Effect.succeed(columns)
}

export const ruleOf = (row: RuleRow): Rule => ({
  id: row.id,
  type: row.type,
  ...(row.keyword === null ? {} : { keyword: row.keyword }),
  ...(row.likeCount === null ? {} : { likeCount: row.likeCount }),
  ...(row.replyCount === null ? {} : { replyCount: row.replyCount }),
  ...(row.viewCount === null ? {} : { viewCount: row.viewCount }),
  ...(row.type === "trending" ? { lookbackHours: row.lookbackHours } : {}),
  language: row.language,
  ...(row.sendExisting ? {} : { sendExisting: false as const }),
  contentKey: row.content,
  createdAt: row.createdAt.toISOString()
})
