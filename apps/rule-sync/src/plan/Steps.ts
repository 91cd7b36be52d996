/** The API calls of a plan, in order. */
import type { DesiredRule } from "./Desired.ts"
import type { Excess } from "./Multiset.ts"
import type { EndpointPlan } from "./Plan.ts"

export type RuleStep =
  | { readonly kind: "create"; readonly rule: DesiredRule; readonly replaces: string | null }
  | { readonly kind: "delete"; readonly rule: Excess; readonly replacedBy: DesiredRule | null }

/** The service's default (decisions, 5). An account with another limit still converges, over several runs. */
export const maxRulesPerEndpoint = 1_000

/**
 * Creates each new rule before it deletes the old one, so that a failed create never leaves a gap. Deletes first only
 * when the endpoint has no room for both.
 */
export const ruleSteps = (endpoint: EndpointPlan): ReadonlyArray<RuleStep> => {
  const creates = endpoint.creates.map((rule): RuleStep => ({ kind: "create", rule, replaces: null }))
  const deletes = endpoint.deletes.map((rule): RuleStep => ({ kind: "delete", rule, replacedBy: null }))
  const replacements = endpoint.replacements.map(({ before, after }): [RuleStep, RuleStep] => [
    { kind: "create", rule: after, replaces: before.id },
    { kind: "delete", rule: before, replacedBy: after }
  ])
  const peak = endpoint.rulesBefore + creates.length + Math.min(replacements.length, 1)
  return peak > maxRulesPerEndpoint
    ? [...deletes, ...replacements.flatMap(([create, remove]) => [remove, create]), ...creates]
    : [...creates, ...replacements.flat(), ...deletes]
}
