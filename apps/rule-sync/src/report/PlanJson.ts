/** A plan as JSON. Within a version, fields are only added. */
import { Schema } from "effect"
import type { DesiredRule } from "../plan/Desired.ts"
import { counts, type EndpointPlan, type Plan } from "../plan/Plan.ts"
import { ruleInput, type RuleContent } from "../plan/RuleContent.ts"
import { digestsOf } from "../plan/Digests.ts"
import type { Prices } from "../apply/Previews.ts"
import { notesOf } from "./PlanText.ts"

export const planFormat = "heddle-rules/plan"
const planVersion = 1

const known = ({ id, content }: { readonly id: string; readonly content: RuleContent }) => ({
  id,
  rule: ruleInput(content)
})

const wanted = ({ name, content, handover, sendExisting, position }: DesiredRule) => ({
  name,
  handover,
  sendExisting,
  rule: ruleInput(content),
  file: position.file,
  line: position.line,
  column: position.column
})

const endpointJson = (endpoint: EndpointPlan, prices: Prices | null) => {
  const fresh = (rule: DesiredRule) => ({ ...wanted(rule), sends: prices?.byRule.get(rule) ?? null })
  return {
    url: endpoint.shown,
    id: endpoint.id,
    action: endpoint.id === null ? "create" : "keep",
    create: endpoint.creates.map(fresh),
    replace: endpoint.replacements.map(({ before, after, createsAt }) => ({
      before: known(before),
      after: fresh(after),
      createsAt: createsAt?.toISOString() ?? null
    })),
    delete: endpoint.deletes.map((rule) => ({ ...known(rule), twinOf: rule.twinOf })),
    waiting: endpoint.waiting.map(({ rule, notBefore }) => ({ ...wanted(rule), notBefore: notBefore.toISOString() })),
    unchanged: endpoint.unchanged.map(({ desired, actual }) => ({ id: actual.id, ...wanted(desired) }))
  }
}

interface Circumstances {
  /** The rule files, and the rule map, if there is one. */
  readonly files: ReadonlyArray<string>
  readonly ruleMap: string | null
  /** Null if the API was not asked. */
  readonly prices: Prices | null
}

export const planJson = (plan: Plan, { files, ruleMap, prices }: Circumstances) => ({
  format: planFormat,
  version: planVersion,
  files,
  ruleMap,
  digests: digestsOf(plan),
  counts: counts(plan),
  otherEndpoints: plan.otherEndpoints,
  copies: plan.copies,
  notes: notesOf(plan, prices),
  endpoints: plan.endpoints.map((endpoint) => endpointJson(endpoint, prices))
})

/** What `apply` needs of a plan file: it plans again, and compares. */
export const PlanFile = Schema.Struct({
  format: Schema.Literal(planFormat),
  version: Schema.Literal(planVersion),
  files: Schema.Array(Schema.String),
  ruleMap: Schema.NullOr(Schema.String),
  digests: Schema.Struct({ files: Schema.String, api: Schema.String, steps: Schema.String })
})
export type PlanFile = typeof PlanFile.Type
