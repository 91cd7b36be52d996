/** Webhook rules: their fields, limits and the two spellings accepted on input (service.md, "Webhook rule"). */
import { Effect, Schema, type SchemaIssue, SchemaTransformation } from "effect"
import { RuleId } from "./Ids.ts"
import { defaultLanguage, Language, languagesText, usualRuleLanguages } from "./Languages.ts"
import { defaulted, IntBetween, NonEmptyText, optional, Text } from "./Parameters.ts"
import { eitherSpelling, givenTwice } from "./Spellings.ts"

export const ruleMinimums = {
  keyword: { likeCount: 10, replyCount: 5, viewCount: 20_000 },
  trending: { likeCount: 500, replyCount: 100, viewCount: 20_000 }
} as const

/** Keyword rules always check the last 24 hours. */
export const keywordLookbackHours = 24
export const maxLookbackHours = 72
/** In Unicode code points. */
export const maxKeywordLength = 100

const Count = IntBetween(0, 1_000_000_000)

const threshold = (what: string, name: keyof typeof ruleMinimums.keyword) =>
  Schema.optionalKey(Count).annotate({
    description: `How many ${what} a post needs. The value must be at least ${ruleMinimums.keyword[name]} in a keyword rule and ${ruleMinimums.trending[name]} in a trending rule.`,
    examples: [ruleMinimums.trending[name]]
  })

const languageDescription = `The language of the posts: ${languagesText(usualRuleLanguages)}, and \`en\` where the operator allows it. \`zh\` covers \`zh-Hant\`, \`zh-Hans\` and \`yue\`. Case-insensitive.`

const ruleLanguage = defaulted(Language, defaultLanguage, {
  description: languageDescription,
  example: "zh-Hant"
})

/** The input of a rule in camel case. An absent, null or empty keyword makes it a trending rule. */
const fields = Schema.Struct({
  keyword: Schema.optionalKey(
    Schema.NullOr(
      Text.check(
        Schema.isMaxCodePoints(maxKeywordLength, { message: `must have at most ${maxKeywordLength} characters` })
      )
    )
  ).annotate({
    description: "The keyword. If it is missing, null or empty, this is a trending rule.",
    examples: ["coffee"]
  }),
  likeCount: threshold("likes", "likeCount"),
  replyCount: threshold("replies", "replyCount"),
  viewCount: threshold("views", "viewCount"),
  lookbackHours: Schema.optionalKey(IntBetween(1, maxLookbackHours)).annotate({
    description: `How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last ${keywordLookbackHours} hours and rejects this field.`,
    examples: [24]
  }),
  language: ruleLanguage
})

const thresholds = ["likeCount", "replyCount", "viewCount"] as const

const ruleIssues = (rule: typeof fields.Type) => {
  const issues: Array<Schema.FilterIssue> = []
  const type = rule.keyword === undefined || rule.keyword === null || rule.keyword === "" ? "trending" : "keyword"
  if (type === "keyword" && rule.lookbackHours !== undefined) {
    issues.push({
      path: ["lookbackHours"],
      issue: `a keyword rule always checks the last ${keywordLookbackHours} hours; remove lookbackHours or the keyword`
    })
  }
  if (type === "trending" && rule.lookbackHours === undefined) {
    issues.push({
      path: ["lookbackHours"],
      issue: `a trending rule (no keyword) needs lookbackHours, 1 to ${maxLookbackHours}`
    })
  }
  if (thresholds.every((name) => rule[name] === undefined)) {
    issues.push({ path: ["likeCount"], issue: "at least one of likeCount, replyCount and viewCount is required" })
  }
  for (const name of thresholds) {
    const minimum = ruleMinimums[type][name]
    if ((rule[name] ?? minimum) < minimum) {
      issues.push({ path: [name], issue: `must be at least ${minimum} in a ${type} rule` })
    }
  }
  return issues
}

const RuleFields = fields.check(Schema.makeFilter(ruleIssues))

const snakeCase = {
  likeCount: "like_count",
  replyCount: "reply_count",
  viewCount: "view_count",
  lookbackHours: "lookback_hours"
} as const

const spellings = Schema.Struct({
  ...fields.fields,
  // Decoded by the rule's own schema, after the spelling is normalized.
  language: Schema.optionalKey(Schema.String).annotate({
    description: languageDescription,
    default: defaultLanguage,
    examples: ["zh-Hant"]
  }),
  like_count: fields.fields.likeCount,
  reply_count: fields.fields.replyCount,
  view_count: fields.fields.viewCount,
  lookback_hours: fields.fields.lookbackHours
})

const inCamelCase = ({
  like_count,
  reply_count,
  view_count,
  lookback_hours,
  ...camel
}: typeof spellings.Type): Effect.Effect<typeof fields.Encoded, SchemaIssue.Issue> => {
  const snake = {
    likeCount: like_count,
    replyCount: reply_count,
    viewCount: view_count,
    lookbackHours: lookback_hours
  }
  const out = { ...camel }
  for (const name of ["likeCount", "replyCount", "viewCount", "lookbackHours"] as const) {
    const value = snake[name]
    if (value === undefined) continue
    if (camel[name] !== undefined) return Effect.fail(givenTwice(snakeCase[name], name))
    out[name] = value
  }
  return Effect.succeed(out)
}

/**
 * A rule in a body. Accepts field names in camel case and snake case; giving both spellings of one field is an error.
 */
export const RuleInput = spellings.pipe(
  Schema.decodeTo(
    RuleFields,
    SchemaTransformation.transformEffect({ decode: inCamelCase, encode: (rule) => Effect.succeed(rule) })
  )
)
export type RuleInput = typeof RuleInput.Type

const sendExisting = defaulted(Schema.Boolean, true, {
  description:
    "Whether the posts that match the rule when it is created are sent. With `false`, only posts that begin to match later are.",
  example: false
})

const newRuleFields = Schema.Struct({ ...fields.fields, sendExisting }).check(Schema.makeFilter(ruleIssues))

/** The body that creates a rule: a rule, and what becomes of the posts that match already, which is no part of it. */
export const NewRuleInput = Schema.Struct({ ...spellings.fields, sendExisting, send_existing: sendExisting })
  .annotate({ identifier: "RuleInput" })
  .pipe(
    Schema.decodeTo(
      newRuleFields,
      SchemaTransformation.transformEffect({
        decode: Effect.fnUntraced(function* ({ sendExisting, send_existing, ...rule }) {
          const names = { camel: "sendExisting", snake: "send_existing" }
          const sent = yield* eitherSpelling(names, sendExisting, send_existing)
          return { ...(yield* inCamelCase(rule)), ...(sent === undefined ? {} : { sendExisting: sent }) }
        }),
        encode: (input) => Effect.succeed(input)
      })
    )
  )
export type NewRuleInput = typeof NewRuleInput.Type

const compareTo = optional(NonEmptyText, {
  description: "A rule that this one would replace: `again` then counts the posts that would be sent again.",
  example: "rule_01M7YY0HSY8ZTAVD0RDB125TQK"
})

const previewFields = Schema.Struct({ ...fields.fields, compareTo: Schema.optionalKey(RuleId) }).check(
  Schema.makeFilter(ruleIssues)
)

/** The body of a preview: a rule, and the rule that it would replace, if any. */
export const PreviewInput = Schema.Struct({ ...spellings.fields, compareTo, compare_to: compareTo })
  .annotate({ identifier: "PreviewInput" })
  .pipe(
    Schema.decodeTo(
      previewFields,
      SchemaTransformation.transformEffect({
        decode: Effect.fnUntraced(function* ({ compareTo, compare_to, ...rule }) {
          const names = { camel: "compareTo", snake: "compare_to" }
          const replaced = yield* eitherSpelling(names, compareTo, compare_to)
          return { ...(yield* inCamelCase(rule)), ...(replaced === undefined ? {} : { compareTo: replaced }) }
        }),
        encode: (input) => Effect.succeed(input)
      })
    )
  )
export type PreviewInput = typeof PreviewInput.Type

/** How far back a backtest goes, in days. */
export const backtestDays = { byDefault: 7, atMost: 30 }

const days = defaulted(IntBetween(1, backtestDays.atMost), backtestDays.byDefault, {
  description: "How many days (UTC) to include; the last one is today.",
  example: 14
})

const backtestFields = Schema.Struct({ ...fields.fields, days }).check(Schema.makeFilter(ruleIssues))

/** The body of a backtest: a rule, and how many days to look at. */
export const BacktestInput = Schema.Struct({ ...spellings.fields, days })
  .annotate({ identifier: "BacktestInput" })
  .pipe(
    Schema.decodeTo(
      backtestFields,
      SchemaTransformation.transformEffect({
        decode: ({ days, ...rule }) =>
          Effect.map(inCamelCase(rule), (camel) => ({ ...camel, ...(days === undefined ? {} : { days }) })),
        encode: (input) => Effect.succeed(input)
      })
    )
  )
export type BacktestInput = typeof BacktestInput.Type

/** A rule as the API returns it: in camel case, with defaults filled in. */
export const Rule = Schema.Struct({
  id: RuleId.annotate({ description: "The id of the rule (`rule_…`)." }),
  type: Schema.Literals(["keyword", "trending"]).annotate({ description: "Whether the rule has a keyword." }),
  keyword: Schema.optionalKey(Schema.String).annotate({ description: "Only in keyword rules." }),
  likeCount: Schema.optionalKey(Count).annotate({ description: "The likes a post needs." }),
  replyCount: Schema.optionalKey(Count).annotate({ description: "The replies a post needs." }),
  viewCount: Schema.optionalKey(Count).annotate({ description: "The views a post needs." }),
  lookbackHours: Schema.optionalKey(Count).annotate({ description: "Only in trending rules." }),
  language: Language.to.annotate({ description: "The language of the posts." }),
  sendExisting: Schema.optionalKey(Schema.Literal(false)).annotate({
    description: "Only in rules that leave out the posts that matched when they were created."
  }),
  // Optional for clients of servers that do not answer it; ours always does.
  contentKey: Schema.optionalKey(Schema.String).annotate({
    description:
      "What the rule asks for, in one form. Two rules of an endpoint with the same key are identical: creating the second is a 409."
  }),
  createdAt: Schema.String.annotate({ description: "RFC 3339." })
}).annotate({ identifier: "Rule" })
export type Rule = typeof Rule.Type
