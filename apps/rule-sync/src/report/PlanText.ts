/** A plan as text. */
import { webhookEventPrice } from "@heddle/api"
import type { Prices } from "../apply/Previews.ts"
import type { Preview } from "../apply/Webhooks.ts"
import { windowHours } from "../plan/Handover.ts"
import { counts, type EndpointPlan, isEmpty, type Plan } from "../plan/Plan.ts"
import type { Replacement } from "../plan/Replacement.ts"
import { desiredText, ruleText } from "./RuleText.ts"
import { minute, plural } from "./Words.ts"

const priceText = (preview: Preview | undefined): string => {
  if (preview === undefined || preview.matches === 0) return ""
  const again = preview.again === 0 ? "" : `, ${preview.again} of them again`
  return ` (sends ${plural(preview.matches, "post")} at once${again}: ${plural(preview.credits, "credit")})`
}

const noticeLines = (preview: Preview | undefined): ReadonlyArray<string> =>
  (preview?.notices ?? []).map((notice) => `      notice   ${notice}`)

const replaceLines = ({ before, after, createsAt }: Replacement, prices: Prices | null): ReadonlyArray<string> => [
  `  ~ replace  ${before.id}: ${ruleText(before.content)}`,
  createsAt === null
    ? `      with   ${desiredText(after)}${priceText(prices?.byRule.get(after))}`
    : `      with   ${desiredText(after)}, deferred: deleted now, created from ${minute(createsAt)}`,
  ...noticeLines(prices?.byRule.get(after))
]

export const endpointLines = (endpoint: EndpointPlan, prices: Prices | null): ReadonlyArray<string> => [
  `${endpoint.id === null ? "+" : " "} endpoint ${endpoint.shown}`,
  ...endpoint.creates.flatMap((rule) => {
    const preview = prices?.byRule.get(rule)
    return [`  + create   ${desiredText(rule)}${priceText(preview)}`, ...noticeLines(preview)]
  }),
  ...endpoint.replacements.flatMap((replacement) => replaceLines(replacement, prices)),
  ...endpoint.deletes.map(
    ({ id, content, twinOf }) =>
      `  - delete   ${id}: ${ruleText(content)}${twinOf === null ? "" : ` (twin of ${twinOf}, which stays)`}`
  ),
  ...endpoint.waiting.map(
    ({ rule, notBefore }) => `    wait     ${desiredText(rule)}, created from ${minute(notBefore)}`
  ),
  ...(endpoint.unchanged.length === 0 ? [] : [`    ${endpoint.unchanged.length} unchanged`])
]

/** One line: what the plan does. */
export const summaryText = (plan: Plan): string => {
  const { endpointsToCreate, create, replace, delete: deletes, unchanged, waiting } = counts(plan)
  const later = waiting === 0 ? "" : `, ${waiting} waiting for their time`
  if (isEmpty(plan)) return `No changes: ${plural(unchanged, "rule")} as in the file${later}.`
  return (
    `Plan: ${plural(endpointsToCreate, "endpoint")} to create; rules: ${create} to create, ${replace} to replace, ` +
    `${deletes} to delete, ${unchanged} unchanged${later}.`
  )
}

const costNote = ({ byRule, unknown, credits, again }: Prices): ReadonlyArray<string> => {
  if (byRule.size === 0) return []
  const atLeast = unknown === 0 ? "" : ` The API was not asked about ${plural(unknown, "other new rule")}.`
  const twice = again === 0 ? "" : `, of which ${again} were sent before`
  const posts = [...byRule.values()].reduce((sum, { matches }) => sum + matches, 0)
  return [`Cost: the new rules send ${plural(posts, "post")} at once${twice}: ${plural(credits, "credit")}.${atLeast}`]
}

/** Without an answer of the API, what can happen. */
const replaceNote = (plan: Plan, prices: Prices | null): ReadonlyArray<string> => {
  const replaced = plan.endpoints
    .flatMap(({ replacements }) => replacements)
    .filter(({ after, createsAt }) => createsAt === null && after.sendExisting && prices?.byRule.has(after) !== true)
  if (replaced.length === 0) return []
  const hours = Math.max(...replaced.map(({ after }) => windowHours(after)))
  return [
    `Warning: The API cannot edit a rule: ${plural(replaced.length, "rule")} will be created again and the old one deleted. ` +
      `A new rule does not know what the old one sent: matching posts of its check window (up to ${hours} hours) can be ` +
      `sent again, charged ${webhookEventPrice} credits each.`
  ]
}

/** What people should know before they apply the plan. */
export const notesOf = (plan: Plan, prices: Prices | null): ReadonlyArray<string> => [
  ...(prices === null ? [] : costNote(prices)),
  ...(plan.otherEndpoints === 0
    ? []
    : [`Not touched: ${plural(plan.otherEndpoints, "other endpoint")} of the account that the file does not name.`]),
  ...replaceNote(plan, prices)
]

export const planText = (plan: Plan, prices: Prices | null): string =>
  [
    ...(isEmpty(plan) ? [] : [...plan.endpoints.flatMap((endpoint) => endpointLines(endpoint, prices)), ""]),
    summaryText(plan),
    ...notesOf(plan, prices)
  ].join("\n")
