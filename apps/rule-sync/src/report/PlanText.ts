/** A plan as text. */
import { counts, type EndpointPlan, isEmpty, type Plan } from "../plan/Plan.ts"
import { urlText } from "../plan/RuleContent.ts"
import { desiredText, ruleText } from "./RuleText.ts"
import { warnings } from "./Warnings.ts"
import { plural } from "./Words.ts"

const endpointLines = (endpoint: EndpointPlan): ReadonlyArray<string> => [
  ...(endpoint.id === null ? [`+ endpoint ${urlText(endpoint.url)}`] : [`  endpoint ${urlText(endpoint.url)}`]),
  ...endpoint.creates.map((rule) => `  + create   ${desiredText(rule)}`),
  ...endpoint.replacements.flatMap(({ before, after }) => [
    `  ~ replace  ${before.id}: ${ruleText(before.content)}`,
    `      with   ${desiredText(after)}`
  ]),
  ...endpoint.deletes.map(
    ({ id, content, twinOf }) =>
      `  - delete   ${id}: ${ruleText(content)}${twinOf === null ? "" : ` (twin of ${twinOf}, which stays)`}`
  ),
  ...(endpoint.unchanged.length === 0 ? [] : [`    ${endpoint.unchanged.length} unchanged`])
]

const summary = (plan: Plan): string => {
  const { endpointsToCreate, create, replace, delete: deletes, unchanged } = counts(plan)
  if (isEmpty(plan)) return `No changes: ${plural(unchanged, "rule")} as in the file.`
  return (
    `Plan: ${plural(endpointsToCreate, "endpoint")} to create; rules: ${create} to create, ${replace} to replace, ` +
    `${deletes} to delete, ${unchanged} unchanged.`
  )
}

const unmanagedEndpoints = ({ otherEndpoints }: Plan): ReadonlyArray<string> =>
  otherEndpoints === 0
    ? []
    : [`Not touched: ${plural(otherEndpoints, "other endpoint")} of the account that the file does not name.`]

export const planText = (plan: Plan): string =>
  [
    ...(isEmpty(plan) ? [] : [...plan.endpoints.flatMap(endpointLines), ""]),
    summary(plan),
    ...unmanagedEndpoints(plan),
    ...warnings(plan).map((warning) => `Warning: ${warning}`)
  ].join("\n")
