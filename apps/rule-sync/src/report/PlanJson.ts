/** A plan as JSON. Within a version, fields are only added. */
import type { DesiredRule } from "../plan/Desired.ts"
import { counts, type EndpointPlan, type Plan } from "../plan/Plan.ts"
import { ruleInput, type RuleContent } from "../plan/RuleContent.ts"
import { warnings } from "./Warnings.ts"

const planVersion = 1

const known = ({ id, content }: { readonly id: string; readonly content: RuleContent }) => ({
  id,
  rule: ruleInput(content)
})

const wanted = ({ name, content, position }: DesiredRule) => ({
  name,
  rule: ruleInput(content),
  line: position.line,
  column: position.column
})

const endpointJson = (endpoint: EndpointPlan) => ({
  url: endpoint.url,
  id: endpoint.id,
  action: endpoint.id === null ? "create" : "keep",
  create: endpoint.creates.map(wanted),
  replace: endpoint.replacements.map(({ before, after }) => ({ before: known(before), after: wanted(after) })),
  delete: endpoint.deletes.map((rule) => ({ ...known(rule), twinOf: rule.twinOf })),
  unchanged: endpoint.unchanged.map(({ desired, actual }) => ({ id: actual.id, ...wanted(desired) }))
})

export const planJson = (plan: Plan) => ({
  format: "heddle-rules/plan",
  version: planVersion,
  counts: counts(plan),
  otherEndpoints: plan.otherEndpoints,
  copies: plan.copies,
  warnings: warnings(plan),
  endpoints: plan.endpoints.map(endpointJson)
})
